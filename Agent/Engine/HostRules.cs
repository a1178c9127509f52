using IwTune.Agent.Engine.Standing;
using IwTune.Agent.Engine.State;
using IwTune.Agent.Ports;
using IwTune.Shared.Policies;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Engine;

/// <summary>This host's rules for any plan.</summary>
/// <param name="Limits">Its own limits file; no step exceeds it, whatever a policy allows.</param>
/// <param name="Capabilities">What its tuner can express.</param>
/// <param name="Veto">Why nothing at all may be set, as a sentence: a limits file that cannot be read.</param>
public sealed record HostRules(Limits Limits, Capabilities Capabilities, string? Veto = null)
{
    /// <summary>The hold in force; <see langword="null"/> when there is none.</summary>
    public HoldState? Hold { get; init; }

    /// <summary>What a person at this host set on purpose.</summary>
    public IReadOnlyList<LocalOverride> Overrides { get; init; } = [];

    /// <summary>The targets that are left alone because their owner undoes every repair, with the reason.</summary>
    public IReadOnlyDictionary<string, string> Fights { get; init; } = new Dictionary<string, string>(StringComparer.Ordinal);

    /// <summary>
    /// Who decided that this host only observes and nothing is set, as people call it: <c>group policy</c>; <see langword="null"/> when
    /// windows are set.
    /// </summary>
    public string? Observing { get; init; }

    /// <summary>What the host knows of its own connections.</summary>
    public HostSight Sight { get; init; } = HostSight.None;

    private bool Unreadable { get; init; }

    /// <summary>False when no process stays to follow the owners of routes, so that what needs one is refused.</summary>
    public bool Followed { get; init; } = true;

    /// <summary>For a user who only reads and may not read the file: a plan without its limits is better than none.</summary>
    public static HostRules Peek(StateDirectory state, Capabilities capabilities, DateTimeOffset now)
    {
        var rules = Read(state, capabilities, now);
        return rules.Unreadable ? rules with { Veto = null } : rules;
    }

    /// <summary>
    /// Reads limits, hold and overrides anew, so that an edit counts at the next turn. A broken file stops every change, so that no limit
    /// is ignored.
    /// </summary>
    public static HostRules Read(StateDirectory state, Capabilities capabilities, DateTimeOffset now)
    {
        var rules = ReadLimits(state, capabilities) with { Hold = Holds.Read(state, now) };
        try
        {
            return rules with { Overrides = Standing.Overrides.Read(state) };
        }
        catch (StateUnusableException e)
        {
            return rules with { Veto = rules.Veto ?? e.Message, Unreadable = rules.Unreadable || e.Permission };
        }
    }

    private static HostRules ReadLimits(StateDirectory state, Capabilities capabilities)
    {
        try
        {
            var read = LimitsReader.Read(SharedFile.ReadAllText(state.Limits));
            return read.Limits is { } limits
                ? new HostRules(limits, capabilities)
                : new HostRules(
                    Limits.None,
                    capabilities,
                    $"{state.Limits} is not valid, so nothing is set: {string.Join("; ", read.Problems)}"
                );
        }
        catch (Exception e) when (e is FileNotFoundException or DirectoryNotFoundException)
        {
            return new HostRules(Limits.None, capabilities);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return new HostRules(Limits.None, capabilities, $"{state.Limits} cannot be read, so nothing is set: {e.Message}")
            {
                Unreadable = true,
            };
        }
    }
}
