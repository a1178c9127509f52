using IwTune.Shared.Policies.Syntax;

namespace IwTune.Shared.Policies;

/// <summary>Guardrails as written, in a policy's <c>limits</c> or in a host's own limits file.</summary>
internal static class LimitsRule
{
    internal static readonly string[] Known = ["max", "step"];
    private const int MinStep = 2,
        MaxStep = 64;

    internal static Limits Read(Node? node, string path, Findings findings)
    {
        if (node is null or Node.Refused)
            return Limits.None;
        if (node is not Node.Mapping mapping)
        {
            findings.Problem(path, node, "must be a mapping: `max: 32` and/or `step: x2`");
            return Limits.None;
        }
        var keys = Keys.Of(mapping, path, Known, findings);
        if (!keys.Has("max") && !keys.Has("step"))
            findings.Missing(path, mapping, "names neither max nor step; write at least one, or leave limits out");
        return new(Max(keys, findings), Step(keys, findings));
    }

    /// <summary>A policy that breaks its own guardrail could never be applied.</summary>
    internal static void Check(Limits limits, WindowRule window, IReadOnlyList<ScopesRule> scopes, Findings findings)
    {
        if (limits.Max is not { } max)
            return;
        var windows = scopes.Select(scope => scope.Window).Append(window).DistinctBy(w => w.Path, StringComparer.Ordinal);
        foreach (var written in windows.Where(w => w.Window.InitCwnd > max))
            findings.Problem($"{written.Path}.initcwnd", written.InitCwndAt!, $"is above limits.max, {max}; lower it or raise the limit");
    }

    private static int? Max(Keys keys, Findings findings)
    {
        if (keys["max"] is not { } node || node is Node.Refused)
            return null;
        if (node is Node.Scalar { Quoted: false } scalar && Text.Number(scalar.Value) is >= Window.Min and <= Window.Max and var max)
            return max;
        findings.Problem(keys.PathOf("max"), node, $"must be a whole number of segments, {Window.Min} to {Window.Max}");
        return null;
    }

    private static int? Step(Keys keys, Findings findings)
    {
        if (keys["step"] is not { } node || node is Node.Refused)
            return null;
        if (
            node is Node.Scalar scalar
            && scalar.Value.StartsWith('x')
            && Text.Number(scalar.Value[1..]) is >= MinStep and <= MaxStep and var factor
        )
            return factor;
        findings.Problem(
            keys.PathOf("step"),
            node,
            $"must be x{MinStep} to x{MaxStep}: by how much one change may multiply the window in force"
        );
        return null;
    }
}
