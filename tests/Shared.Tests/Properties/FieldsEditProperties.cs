using FsCheck;
using FsCheck.Fluent;
using IwTune.Shared.Policies;
using IwTune.Shared.Policies.Editing;

namespace IwTune.Shared.Tests.Properties;

/// <summary>An edit of one field of any valid document changes that field in its text, and not one character elsewhere.</summary>
public sealed class FieldsEditProperties
{
    private static readonly Gen<string> Name = Gen.Elements("policy: edge", "policy: 'edge'", "policy:   \"edge\"   # née “arête” 😀");
    private static readonly Gen<string> Mode = Gen.Elements("", "mode: enforce", "mode: audit  # for now");
    private static readonly Gen<string> Window = Gen.Elements(
        "window: { initcwnd: 10 }",
        "window: {initcwnd: 10,initrwnd: 100} # both",
        "window:\n  # as RFC 6928\n  initcwnd: 10   # segments\n  initrwnd: 90",
        "window:\n    initrwnd: 90",
        "window: auto",
        "window: { initrwnd: 80,\n  initcwnd: auto }"
    );
    private static readonly Gen<string> Scopes = Gen.Elements(
        "scopes: [default]",
        "scopes: [ default, prefix: 10.0.0.0/8, { interface: eth0, window: { initcwnd: 8 } } ]",
        "scopes:\n  - default   # all\n  # ours\n  - prefix: 10.0.0.0/8   # lab\n    window: { initcwnd: 16 }\n  - table: 100",
        "scopes:\n- prefix: fd00::/8\n  window:\n    initcwnd: 9 # odd\n    initrwnd: 70\n\n- default",
        "scopes:\n  -   containers: namespace:shop pod:web*\n      window: { initcwnd: 4 }\n  - interface: 'eth0'\n  - default",
        "scopes:\n  - window: { initcwnd: 12 }   # first\n    prefix: 192.168.0.0/16\n  - default",
        "scopes:\n  -\n    prefix: 10.0.0.0/8\n  - default",
        "scopes:\n  - default\n  - { prefix: 10.1.0.0/16, window: learned }   # measured\n  - interface: eth0\n    window: auto"
    );
    private static readonly Gen<string> Limits = Gen.Elements(
        "",
        "limits: { max: 32, step: x2 }",
        "limits:\n  max: 40 # of all\n",
        "limits:\n  step: x4\n  max: 40",
        "limits: {step: 'x8'}"
    );
    private static readonly Gen<string> Others = Gen.Elements(
        "",
        "auto: { min: 4, max: 10 }",
        "learned:\n  endpoints: [10.0.0.0/8]   # ours\n  expiry: 10m"
    );
    private static readonly Gen<string> Override = Gen.Elements(
        "",
        "override: both ends are ours",
        "override: >-\n  both ends\n  are ours"
    );
    private static readonly Gen<string> Confirm = Gen.Elements("", "confirm: 2m", "confirm: '30s' # or restored");

    private static readonly Gen<string> Yaml =
        from name in Name
        from mode in Mode
        from window in Window
        from scopes in Scopes
        from limits in Limits
        from others in Others
        from reason in Override
        from confirm in Confirm
        from order in Gen.Shuffle(Enumerable.Range(0, 8).ToArray())
        from head in Gen.Elements("", "# a comment\n", "---\n", "\uFEFF# first\n---\n")
        from gap in Gen.Elements("\n", "\n\n", "\n# between: { initcwnd: 3 }\n")
        from tail in Gen.Elements("", "\n", "\n...\n", "\n# the end\n")
        from line in Gen.Elements("\n", "\r\n")
        let parts = new[] { name, mode, window, scopes, limits, others, reason, confirm }
        select (head + string.Join(gap, order.Select(i => parts[i]).Where(part => part.Length > 0)) + tail).ReplaceLineEndings(line);

    private static readonly Gen<string> Json = Gen.Elements(
        "{\"policy\":\"edge\",\"window\":{\"initcwnd\":10},\"scopes\":[\"default\",{\"prefix\":\"10.0.0.0/8\"}]}",
        "{\n  \"policy\": \"edge\",\n  \"mode\": \"audit\",\n  \"window\": { \"initcwnd\": 10, \"initrwnd\": 90 },\n  \"scopes\": [\n"
            + "    \"default\",\n    { \"interface\": \"eth0\", \"window\": { \"initcwnd\": 8 } }\n  ],\n  \"limits\": { \"max\": 20 }\n}\n"
    );

    private static readonly Gen<string> Valid = Gen.Frequency((9, Yaml), (1, Json))
        .Where(text => PolicyReader.Read(text).Policy is not null);

    private static readonly (string Path, Func<PolicyFields, PolicyFields> Edit)[] Edits =
    [
        ("policy", now => now with { Name = "core-2" }),
        ("policy", now => now with { Name = "123" }),
        ("mode", now => now with { Mode = now.Mode == "audit" ? "enforce" : "audit" }),
        ("window.initcwnd", now => now with { Window = now.Window with { InitCwnd = "6" } }),
        ("window.initcwnd", now => now with { Window = now.Window with { InitCwnd = "auto" } }),
        ("window.initcwnd", now => now with { Window = now.Window with { InitCwnd = "" } }),
        ("window.initrwnd", now => now with { Window = now.Window with { InitRwnd = "77" } }),
        ("window.initrwnd", now => now with { Window = now.Window with { InitRwnd = "" } }),
        ("limits.max", now => now with { Max = "19" }),
        ("limits.max", now => now with { Max = "" }),
        ("limits.step", now => now with { Step = "x3" }),
        ("limits.step", now => now with { Step = "" }),
        ("confirm", now => now with { Confirm = "90s" }),
        ("confirm", now => now with { Confirm = "" }),
        ("override", now => now with { Override = "it's both \"ours\", CHG-1: yes # really" }),
        ("override", now => now with { Override = "" }),
        ("scopes[0].window.initcwnd", now => Scope(now, 0, scope => scope with { Window = scope.Window with { InitCwnd = "7" } })),
        ("scopes[1].window.initcwnd", now => Scope(now, 1, scope => scope with { Window = scope.Window with { InitCwnd = "7" } })),
        ("scopes[1].window.initrwnd", now => Scope(now, 1, scope => scope with { Window = scope.Window with { InitRwnd = "99" } })),
        ("scopes[0].window", now => Scope(now, 0, scope => scope with { Window = WindowFields.None })),
        ("scopes[1].window", now => Scope(now, 1, scope => scope with { Window = WindowFields.None })),
        ("scopes[0]", now => Scope(now, 0, scope => scope with { Kind = "prefix", Place = "fc00:1::/32" })),
        ("scopes[1]", now => Scope(now, 1, scope => scope with { Kind = "interface", Place = "wan0" })),
        ("scopes[1]", now => Scope(now, 1, scope => scope with { Kind = "containers", Place = "-namespace:kube-system pod:web*" })),
        ("scopes[1]", now => Scope(now, 1, scope => new("default", "", WindowFields.None))),
        ("-scopes[0]", now => Scope(now, 0, scope => scope with { Kind = "" })),
        ("-scopes[1]", now => Scope(now, 1, scope => scope with { Kind = "" })),
        ("+scopes", now => now with { Scopes = [.. now.Scopes, new("prefix", "172.16.0.0/12", new("14", ""))] }),
        ("+scopes", now => now with { Scopes = [.. now.Scopes, new("table", "200", WindowFields.None)] }),
    ];

    private static PolicyFields Scope(PolicyFields now, int at, Func<ScopeFields, ScopeFields> edit) =>
        now with
        {
            Scopes = [.. now.Scopes.Select((scope, i) => i == at ? edit(scope) : scope)],
        };

    private static PolicyFields Kept(PolicyFields fields) =>
        fields with
        {
            Scopes = [.. fields.Scopes.Where(scope => scope.Kind.Length > 0)],
        };

    private static bool Same(PolicyFields a, PolicyFields b) =>
        a.Scopes.SequenceEqual(b.Scopes)
        && a.Others.SequenceEqual(b.Others)
        && a with { Scopes = [], Others = [] } == b with { Scopes = [], Others = [] };

    /// <summary>An edit gives the value and touches only its place; one that is refused changes nothing.</summary>
    private static void Check(string text, int choice)
    {
        var (path, edit) = Edits[choice];
        var wanted = edit(PolicyFields.Of(text)!);
        var result = FieldsEdit.Apply(text, wanted);
        if (result.Refused.Count > 0)
        {
            Assert.Equal(text, result.Text);
            Assert.True(MayBeRefused(path, text, wanted), $"refused: {string.Join(", ", result.Refused)}");
            return;
        }
        var (removed, added) = Difference(text, result.Text);
        Assert.True(Same(PolicyFields.Of(result.Text)!, Kept(wanted)), result.Text);
        Assert.Equal(OwnLines(text), OwnLines(result.Text));
        Assert.InRange(removed.Length, 0, path[0] == '-' ? 120 : 75);
        Assert.InRange(added.Length, 0, 75);
        // A comment beside a value goes only with the line of its key.
        Assert.InRange(removed.Count(c => c == '#'), 0, removed.Contains('\n') || text.EndsWith(removed, StringComparison.Ordinal) ? 2 : 0);
    }

    /// <summary>Comments that have a line of their own, except those of a scope that goes.</summary>
    private static IEnumerable<string> OwnLines(string of) =>
        of.ReplaceLineEndings("\n").Split('\n').Where(line => line.TrimStart().StartsWith('#'));

    /// <summary>Where a comment would be lost, or no scope would be left.</summary>
    private static bool MayBeRefused(string path, string text, PolicyFields wanted) =>
        path.Contains("scopes[", StringComparison.Ordinal)
        && (Kept(wanted).Scopes.Count == 0 || text.Contains("   # first", StringComparison.Ordinal) || text.Contains("   # lab"));

    private static (string Removed, string Added) Difference(string before, string after)
    {
        var start = before.Zip(after).TakeWhile(pair => pair.First == pair.Second).Count();
        var end = before[start..].Reverse().Zip(after[start..].Reverse()).TakeWhile(pair => pair.First == pair.Second).Count();
        return (before[start..^end], after[start..^end]);
    }

    [Fact]
    public void Any_valid_document_and_any_field() =>
        Prop.ForAll(
                (from text in Valid from choice in Gen.Choose(0, Edits.Length - 1) select (text, choice)).ToArbitrary(),
                one => Check(one.text, one.choice)
            )
            .Check(Config.QuickThrowOnFailure.WithMaxTest(4000));

    [Fact]
    public void No_edit_is_no_change() =>
        Prop.ForAll(
                Valid.ToArbitrary(),
                text => FieldsEdit.Apply(text, PolicyFields.Of(text)!) is { Refused.Count: 0 } same && same.Text == text
            )
            .Check(Config.QuickThrowOnFailure.WithMaxTest(1000));
}
