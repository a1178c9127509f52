namespace IwTune.Shared.Policies;

/// <summary>What people write: a named document that says which initial window applies where.</summary>
public sealed record Policy
{
    /// <summary>Lower-case letters, digits and hyphens, 1..63 characters, as a DNS label (RFC 1123 §2.1).</summary>
    public required string Name { get; init; }

    /// <summary>Enforce or only report. Default: enforce.</summary>
    public PolicyMode Mode { get; init; } = PolicyMode.Enforce;

    /// <summary>Which window applies where, in the order written. Never empty.</summary>
    public required IReadOnlyList<ScopeRule> Scopes { get; init; }

    /// <summary>Guardrails. Default: none.</summary>
    public Limits Limits { get; init; } = Limits.None;

    /// <summary>Restore everything unless verified and confirmed within this time; <see langword="null"/> for no dead-man timer.</summary>
    public TimeSpan? Confirm { get; init; }

    /// <summary>
    /// Why the policy may go beyond the guardrails (<see cref="Model.Guardrail"/>), 8 to 200 characters; <see langword="null"/> when it may
    /// not.
    /// </summary>
    public string? Override { get; init; }
}
