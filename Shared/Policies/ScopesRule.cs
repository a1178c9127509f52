using IwTune.Shared.Policies.Syntax;

namespace IwTune.Shared.Policies;

/// <summary>One entry of <c>scopes</c> as written, with the window it ends up with.</summary>
internal sealed record ScopesRule(Scope Scope, WindowRule Window, string Path)
{
    private static readonly string[] Known = ["prefix", "interface", "table", "containers", "window"];
    private static readonly string[] Places = ["prefix", "interface", "table", "containers"];
    private const string Forms =
        "a scope is `default`, `prefix: 10.0.0.0/8`, `interface: eth0`, `table: 100` or `containers: namespace:shop`";

    /// <returns>The scopes, and the windows of those that cannot be read.</returns>
    internal static (IReadOnlyList<ScopesRule> Scopes, IReadOnlyList<WindowRule> Unplaced) Read(
        Keys keys,
        WindowRule window,
        Findings findings
    )
    {
        var node = keys["scopes"];
        if (node is Node.Sequence { Items.Count: > 0 } sequence)
            return ReadAll(sequence, window, findings);
        if (node is null ? !keys.Has("scopes") : node is Node.Sequence or Node.Scalar { IsNull: true })
            findings.Missing(
                "scopes",
                node ?? keys.Mapping,
                "missing or empty; name at least one place where the window applies, as in `scopes: [default]`"
            );
        else if (node is not (null or Node.Refused))
            findings.Problem("scopes", node, "must be a list, as in `scopes: [default]`");
        return ([], [window]);
    }

    private static (List<ScopesRule> Scopes, List<WindowRule> Unplaced) ReadAll(
        Node.Sequence sequence,
        WindowRule window,
        Findings findings
    )
    {
        List<ScopesRule> rules = [];
        List<WindowRule> unplaced = [];
        Dictionary<string, string> seen = new(StringComparer.Ordinal);
        for (var i = 0; i < sequence.Items.Count; i++)
        {
            var (node, path) = (sequence.Items[i], $"scopes[{i}]");
            if (node is Node.Mapping wrapped && wrapped.Entries.Any(entry => entry.Key.Value == "default"))
            {
                findings.Problem(path, node, "`default` stands alone, as in `- default`, and takes the policy's own window");
                unplaced.Add(window);
                continue;
            }
            var own = node is Node.Mapping mapping ? Keys.Of(mapping, path, Known, findings) : null;
            var written = own is not null && own.Has("window") ? WindowRule.Read(own, findings) : null;
            if (written is null && !window.Written)
                findings.Missing(
                    $"{path}.window",
                    node,
                    "this scope has no window; give it one, or write `window` at the top of the policy"
                );
            if (ReadScope(node, own, path, findings) is not { } scope)
            {
                unplaced.Add(written ?? window);
                continue;
            }
            if (!seen.TryAdd(scope.ToString()!, path))
                findings.Problem(path, node, $"the same scope as {seen[scope.ToString()!]}; keep one");
            rules.Add(new(scope, written ?? window, path));
        }
        return (rules, unplaced);
    }

    private static Scope? ReadScope(Node node, Keys? own, string path, Findings findings)
    {
        switch (node)
        {
            case Node.Scalar { Value: "default" }:
                return new Scope.Default();
            case Node.Scalar scalar:
                findings.Problem(path, node, Guess(scalar.Value));
                return null;
            case Node.Mapping when Places.Count(own!.Has) > 1:
                findings.Problem(path, node, $"names {string.Join(" and ", Places.Where(own!.Has))}; write a scope for each");
                return null;
            case Node.Mapping when own!["prefix"] is { } prefix:
                return PrefixRule.Read(prefix, own.PathOf("prefix"), findings);
            case Node.Mapping when own!["interface"] is { } name:
                return InterfaceRule.Read(name, own.PathOf("interface"), findings);
            case Node.Mapping when own!["table"] is { } table:
                return TableRule.Read(table, own.PathOf("table"), findings);
            case Node.Mapping when own!["containers"] is { } containers:
                return ContainersRule.Read(containers, own.PathOf("containers"), findings);
            case Node.Mapping when Places.Any(own!.Has):
                return null;
            case Node.Mapping mapping:
                findings.Missing(path, mapping, Forms);
                return null;
            case Node.Sequence:
                findings.Problem(path, node, Forms);
                return null;
            default:
                return null;
        }
    }

    private static string Guess(string written)
    {
        if (written.Contains('/', StringComparison.Ordinal))
            return $"{Forms}; did you mean `prefix: {Findings.Printable(written)}`?";
        return NearestWord.Of(written, ["default"]) is { } word ? $"{Forms}; did you mean `{word}`?" : Forms;
    }
}
