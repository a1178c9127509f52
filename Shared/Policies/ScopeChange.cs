namespace IwTune.Shared.Policies;

/// <summary>What a revision requires in one scope, beside what another required there.</summary>
/// <param name="Scope">As a policy writes it.</param>
/// <param name="Before">The window required before; empty without one.</param>
/// <param name="After">The window required afterwards; empty when there is none any more.</param>
public sealed record ScopeChange(string Scope, string Before, string After)
{
    /// <summary>True when both require the same.</summary>
    public bool Same => Before == After;

    /// <summary>Every scope of either, those of <paramref name="after"/> first.</summary>
    /// <param name="before">The older one; <see langword="null"/> for none.</param>
    /// <param name="after">The newer one.</param>
    public static IReadOnlyList<ScopeChange> Of(Policy? before, Policy after)
    {
        var changes = new List<ScopeChange>();
        foreach (var rule in after.Scopes)
            changes.Add(new(rule.Scope.ToString()!, Asked(before, rule.Scope), rule.Asked));
        foreach (var rule in before?.Scopes ?? [])
        {
            if (Asked(after, rule.Scope).Length == 0)
                changes.Add(new(rule.Scope.ToString()!, rule.Asked, ""));
        }
        return changes;
    }

    private static string Asked(Policy? policy, Scope scope)
    {
        foreach (var rule in policy?.Scopes ?? [])
        {
            if (rule.Scope.Equals(scope))
                return rule.Asked;
        }
        return "";
    }
}
