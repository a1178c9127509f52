using IwTune.Shared.Policies;
using IwTune.Shared.Wire.Signing;

namespace IwTune.Shared.Wire;

/// <summary>What one host receives: every window it must have. Travels only inside a signed <see cref="Envelope"/>.</summary>
/// <param name="Sequence">Grows with every publication of the server; an agent accepts no lower one.</param>
/// <param name="Issued">When it was signed.</param>
/// <param name="Expires">After this time a copy of it must not be accepted (TUF's freeze attack).</param>
/// <param name="Content">What it requires.</param>
public sealed record Bundle(long Sequence, DateTimeOffset Issued, DateTimeOffset Expires, BundleContent Content)
{
    /// <summary>Id of the host it is for; no other accepts it. <see langword="null"/> from a server that names no host.</summary>
    public string? Host { get; init; }

    /// <summary>
    /// Id of the fleet it is for, as in <see cref="Wire.Signing.Trust.Fleet"/>; <see langword="null"/> from a server that names none.
    /// </summary>
    public string? Fleet { get; init; }

    /// <summary>What the host is to trust from now on; <see langword="null"/> when it has acknowledged that.</summary>
    public Trust? Trust { get; init; }
}

/// <summary>The part of a bundle that decides what the host does. Equal content has one digest, for every host and at any time.</summary>
public sealed record BundleContent
{
    /// <summary>The policy's name; <see langword="null"/> when no policy is assigned and everything is to be restored.</summary>
    public string? Policy { get; init; }

    /// <summary>The policy's revision; <see langword="null"/> for a policy applied from a file.</summary>
    public int? Revision { get; init; }

    /// <summary>Digest of the policy's revision (<see cref="Policies.PolicyDigest"/>).</summary>
    public string? PolicyDigest { get; init; }

    /// <summary>Enforce or only report.</summary>
    public PolicyMode Mode { get; init; } = PolicyMode.Enforce;

    /// <summary>Dead-man time in seconds; <see langword="null"/> for none.</summary>
    public int? ConfirmSeconds { get; init; }

    /// <summary>Guardrails of the policy.</summary>
    public Limits Limits { get; init; } = Limits.None;

    /// <summary>Why the policy may go beyond the guardrails; <see langword="null"/> when it may not.</summary>
    public string? Override { get; init; }

    /// <summary>Every window the host must have, by scope, in the order of the policy.</summary>
    public IReadOnlyList<BundleWindow> Windows { get; init; } = [];

    /// <summary>The same by typed scopes; windows whose scope this version does not know are left out.</summary>
    public IEnumerable<ScopeRule> Rules() => Windows.Select(window => window.Rule()).OfType<ScopeRule>();

    /// <summary>The scopes whose window the host decides, each with the word of its rule: <c>auto</c>.</summary>
    /// <exception cref="FormatException">This version does not know a scope.</exception>
    public IReadOnlyDictionary<Scope, string> Decided() =>
        Windows
            .Where(window => window.Steering is not null)
            .Select(window => (window.KnownRule().Scope, window.Steering!.Word))
            .DistinctBy(window => window.Scope)
            .ToDictionary(window => window.Scope, window => window.Word);

    /// <summary>No policy is assigned: restore the before-images.</summary>
    public static BundleContent Nothing { get; } = new();

    /// <summary>What a policy requires of any host.</summary>
    public static BundleContent From(Policy policy, int? revision = null) =>
        new()
        {
            Policy = policy.Name,
            Revision = revision,
            PolicyDigest = Policies.PolicyDigest.Of(policy),
            Mode = policy.Mode,
            ConfirmSeconds = (int?)policy.Confirm?.TotalSeconds,
            Limits = policy.Limits,
            Override = policy.Override,
            Windows =
            [
                .. policy.Scopes.Select(rule => new BundleWindow(rule.Scope.ToString()!, rule.Window.InitCwnd, rule.Window.InitRwnd)
                {
                    Steering = BundleSteering.Of(rule.Steering),
                }),
            ],
        };
}

/// <summary>One window a host must have.</summary>
/// <param name="Scope">As a policy names its scopes.</param>
/// <param name="InitCwnd">Segments; <see langword="null"/> leaves it unset.</param>
/// <param name="InitRwnd">Segments; <see langword="null"/> leaves it unset.</param>
public sealed record BundleWindow(string Scope, int? InitCwnd, int? InitRwnd)
{
    /// <summary>
    /// Within which bounds the host decides <see cref="InitCwnd"/>, which is unset then; <see langword="null"/> when the policy decides.
    /// </summary>
    public BundleSteering? Steering { get; init; }

    /// <summary>The window with its scope typed; <see langword="null"/> when this version does not know the scope.</summary>
    public ScopeRule? Rule() =>
        Policies.Scope.TryParse(Scope, out var scope)
            ? new(scope, new(InitCwnd, InitRwnd)) { Steering = Steering?.Read() ?? Policies.Steering.None }
            : null;

    /// <summary>As <see cref="Rule"/>, for a host that must not leave a window out.</summary>
    /// <exception cref="FormatException">This version does not know the scope.</exception>
    public ScopeRule KnownRule() =>
        Rule() ?? throw new FormatException($"A bundle holds the scope '{Scope}', which this version does not know. Update the agent.");
}
