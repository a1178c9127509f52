using IwTune.Shared.Policies;

namespace IwTune.Agent.Engine.Standing;

/// <summary>
/// A window that an administrator of this host gave a target on purpose. It stands above every policy until it is cleared.
/// </summary>
/// <param name="Target">The target's id, or <see cref="All"/>.</param>
/// <param name="InitCwnd">Segments; <see langword="null"/> for the value from before the agent came.</param>
/// <param name="InitRwnd">Segments; <see langword="null"/> for the value from before the agent came.</param>
/// <param name="By">Who.</param>
/// <param name="Since">When.</param>
/// <param name="Reason">Why, in their words; may be empty.</param>
public sealed record LocalOverride(string Target, int? InitCwnd, int? InitRwnd, string By, DateTimeOffset Since, string Reason)
{
    /// <summary>Every target that a policy requires; without a policy every default route.</summary>
    public const string All = "*";

    /// <summary>The requested window.</summary>
    public Window Window => new(InitCwnd, InitRwnd);

    /// <summary>For tables and reports: <c>local override by root since 2026-11-21 12:00Z: load test</c>.</summary>
    public string Describe() =>
        $"local override by {By} since {Since.UtcDateTime:yyyy-MM-dd HH:mm}Z{(Reason.Length == 0 ? "" : $": {Reason}")}";
}
