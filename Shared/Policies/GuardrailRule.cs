using IwTune.Shared.Model;
using IwTune.Shared.Policies.Syntax;
using IwTune.Shared.Wire;

namespace IwTune.Shared.Policies;

/// <summary>
/// A policy's windows, checked against the guardrails that a document alone can break, and the <c>override</c> that lifts them.
/// </summary>
internal static class GuardrailRule
{
    private const int Least = 8,
        Most = 200;

    /// <summary>The reason, as written.</summary>
    internal static string? ReadOverride(Keys keys, Findings findings)
    {
        if (keys["override"] is not { } node || node is Node.Refused)
            return null;
        if (
            node is Node.Scalar { IsNull: false } scalar
            && scalar.Value.Trim() is { Length: >= Least and <= Most } reason
            && ShownText.IsPlain(reason)
        )
            return reason;
        findings.Problem(
            "override",
            node,
            $"must be the reason for going beyond the guardrails, {Least} to {Most} characters on one line, as in `override: \"both "
                + "ends are ours, CHG-4711\"`"
        );
        return null;
    }

    /// <summary>What breaks a guardrail is a problem; what comes near one deserves a thought.</summary>
    internal static void Check(
        IReadOnlyList<ScopesRule> scopes,
        IReadOnlyList<ScopeRule> rules,
        IReadOnlyList<WindowRule> unplaced,
        string? reason,
        Keys keys,
        Findings findings
    )
    {
        HashSet<(string, string)> said = [];
        var lifts = false;
        for (var i = 0; i < scopes.Count; i++)
        {
            if (scopes[i].Window.InitCwndAt is not { } at || Segments(rules[i]) is not { } segments)
                continue;
            var raise = new Raise(segments)
            {
                Role = PathRoles.Of(rules[i].Scope),
                Mss = 1460,
                DocumentOnly = true,
            };
            lifts |= GuardrailCheck.Of(raise).Count > 0;
            foreach (var objection in GuardrailCheck.Of(raise with { Override = reason }))
            {
                // The bounds of a window that a host decides have thoughts of their own.
                if (
                    (rules[i].Steering is not Steering.Fixed && !objection.Refuses) || !said.Add((scopes[i].Window.Path, objection.By.Name))
                )
                    continue;
                if (objection.Refuses)
                    findings.Problem($"{scopes[i].Window.Path}.initcwnd", at, objection.Text);
                else
                    findings.Warning($"{scopes[i].Window.Path}.initcwnd", at, objection.Text);
            }
        }
        // A scope that cannot be read does not hide what no scope allows.
        foreach (var window in unplaced.Where(window => window is { InitCwndAt: not null, Window.InitCwnd: not null }))
        {
            var raise = new Raise(window.Window.InitCwnd!.Value)
            {
                Role = PathRole.Own,
                Mss = 1460,
                DocumentOnly = true,
                Override = reason,
            };
            foreach (var objection in GuardrailCheck.Of(raise).Where(one => one.Refuses && said.Add((window.Path, one.By.Name))))
                findings.Problem($"{window.Path}.initcwnd", window.InitCwndAt!, objection.Text);
        }
        if (reason is not null && !lifts && unplaced.Count == 0)
            findings.Warning(
                "override",
                keys["override"]!,
                "no window of this policy exceeds a ceiling, but the override still lifts guardrails that measurements on a host or the "
                    + "server would apply; remove it unless that is intended"
            );
    }

    /// <summary>The largest possible result.</summary>
    private static int? Segments(ScopeRule rule) =>
        rule.Steering switch
        {
            Steering.Auto auto => auto.Max,
            Steering.Learned learned => learned.Max,
            _ => rule.Window.InitCwnd,
        };
}
