using IwTune.Shared.Policies.Syntax;

namespace IwTune.Shared.Policies;

/// <summary>Walks the tree of a document and reports every problem; it never stops at the first.</summary>
internal static class PolicyValidator
{
    private static readonly string[] Known = ["policy", "mode", "window", "scopes", "limits", "auto", "learned", "confirm", "override"];
    private static readonly string[] Modes = ["enforce", "audit"];

    /// <summary>The policy as far as it can be read; it counts only when there are no findings.</summary>
    internal static Policy? Validate(Node root, Findings findings)
    {
        if (root is not Node.Mapping mapping)
        {
            if (root is not Node.Refused)
                findings.Problem("", root, "a policy is a mapping that starts with `policy: name`");
            return null;
        }
        var keys = Keys.Of(mapping, "", Known, findings);
        var name = Name(keys, findings);
        var mode = Mode(keys, findings);
        var window = WindowRule.Read(keys, findings);
        var limits = LimitsRule.Read(keys["limits"], "limits", findings);
        var steering = SteeringRule.Read(keys, limits, findings);
        var (scopes, unplaced) = ScopesRule.Read(keys, window, findings);
        var rules = scopes
            .Select(scope => new ScopeRule(scope.Scope, scope.Window.Window)
            {
                Steering = steering.Of(scope.Scope, scope.Path, scope.Window, keys, findings),
            })
            .ToList();
        SteeringRule.Check(keys, window, scopes, steering, findings);
        var confirm = Confirm(keys, findings);
        LimitsRule.Check(limits, window, scopes, findings);
        var reason = GuardrailRule.ReadOverride(keys, findings);
        GuardrailRule.Check(scopes, rules, unplaced, reason, keys, findings);
        if (mode == PolicyMode.Audit && rules.Any(rule => rule.Steering is not Steering.Fixed))
            findings.Warning(
                "mode",
                keys["mode"]!,
                "in audit mode nothing is set, so nothing can be learned: a host is compared with the start value"
            );
        if (mode == PolicyMode.Audit && keys["confirm"] is { } pointless)
            findings.Warning("confirm", pointless, "has no effect in audit mode: nothing is changed, so nothing is restored");
        if (name is null)
            return null;
        return new()
        {
            Name = name,
            Mode = mode,
            Scopes = rules,
            Limits = limits,
            Confirm = confirm,
            Override = reason,
        };
    }

    private static string? Name(Keys keys, Findings findings)
    {
        const string rule = "a policy's name is 1 to 63 lower-case letters, digits and hyphens, with a letter or digit at both ends";
        var node = keys["policy"];
        if (!keys.Has("policy"))
            findings.Missing("policy", keys.Mapping, "missing; write `policy: name` on the first line");
        else if (node is Node.Scalar scalar)
        {
            if (!scalar.Quoted && Text.ReadsAsOther(scalar.Value))
                findings.Problem("policy", node, "YAML reads this as a number, a boolean or null; put the name in quotes");
            else if (Text.IsDnsLabel(scalar.Value))
                return scalar.Value;
            else
                findings.Problem("policy", node, rule);
        }
        else if (node is not (null or Node.Refused))
            findings.Problem("policy", node, rule);
        return null;
    }

    private static PolicyMode Mode(Keys keys, Findings findings)
    {
        if (keys["mode"] is not { } node || node is Node.Refused)
            return PolicyMode.Enforce;
        if (node is Node.Scalar { Value: "enforce" })
            return PolicyMode.Enforce;
        if (node is Node.Scalar { Value: "audit" })
            return PolicyMode.Audit;
        var nearest = node is Node.Scalar scalar ? NearestWord.Of(scalar.Value, Modes) : null;
        findings.Problem(
            "mode",
            node,
            nearest is null ? "must be enforce or audit" : $"must be enforce or audit; did you mean '{nearest}'?"
        );
        return PolicyMode.Enforce;
    }

    private static TimeSpan? Confirm(Keys keys, Findings findings)
    {
        if (keys["confirm"] is not { } node || node is Node.Refused)
            return null;
        if (
            node is Node.Scalar scalar
            && Text.Duration(scalar.Value) is { } duration
            && duration >= TimeSpan.FromSeconds(10)
            && duration <= TimeSpan.FromHours(24)
        )
            return duration;
        findings.Problem("confirm", node, "must be a duration of 10s to 24h, such as 30s, 2m or 1h");
        return null;
    }
}
