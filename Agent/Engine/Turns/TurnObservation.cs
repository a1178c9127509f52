using IwTune.Agent.Ports;
using IwTune.Shared.Policies;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Engine.Turns;

/// <summary>
/// The first steps of a turn: the host is read, the content is resolved against what is there, and a plan is made under the host's rules.
/// </summary>
/// <param name="Host">What was read.</param>
/// <param name="Plan">What is to change.</param>
/// <param name="Limits">The content's limits, narrowed by the host's own.</param>
internal sealed record TurnObservation(HostSnapshot Host, Plan Plan, Limits Limits)
{
    /// <summary>Reads and plans; changes nothing. Without a content every target stays.</summary>
    public static async ValueTask<TurnObservation> MakeAsync(TurnGround ground, BundleContent? content, CancellationToken ct)
    {
        var host = await ground.Tuner.ReadAsync(ct);
        return Of(ground, content ?? BundleContent.Nothing, host, leavesOthers: content is null);
    }

    /// <summary>Reads and plans for a turn that changes the host, and notes which targets their owners leave alone again.</summary>
    /// <param name="ground">The host.</param>
    /// <param name="asked">What to plan for.</param>
    /// <param name="events">Gets what was noticed.</param>
    /// <param name="ct">Stops the reading.</param>
    public static async ValueTask<TurnObservation> MakeAsync(
        TurnGround ground,
        TurnRequest asked,
        List<HostEvent> events,
        CancellationToken ct
    )
    {
        var host = await ground.Tuner.ReadAsync(ct);
        ground.Keep(() => LookAtFights(ground, asked.Digest, host, events), "which targets may be repaired again");
        var observed = Of(ground, asked.Content, host, asked.LeavesOthers);
        events.AddRange(ground.Drift.Found(host, asked.Digest));
        if (!asked.LeavesOthers)
        {
            var wants = observed.Plan.OnlyCompares ? [] : observed.Plan.Resolution.Wants;
            ground.Keep(() => ground.Decisions.Follow(asked.Content, observed.Limits, wants), "the decisions of this host");
        }
        return observed;
    }

    private static TurnObservation Of(TurnGround ground, BundleContent content, HostSnapshot host, bool leavesOthers)
    {
        var (capabilities, now) = (ground.Tuner.Capabilities, ground.Time.GetUtcNow());
        var rules = ground.OnlyLooks ? HostRules.Peek(ground.State, capabilities, now) : HostRules.Read(ground.State, capabilities, now);
        var limits = content.Limits.Narrow(rules.Limits);
        var filled = ground.Decisions.Fill(content, limits, capabilities.Segments);
        var resolution = ground.Tuner.Resolve(filled, host) with { Content = content, LeavesOthers = leavesOthers };
        var full = rules with
        {
            Followed = ground.Followed,
            Fights = ground.Fights.Reasons,
            Observing = ground.Settings().Observing,
            Sight = ground.Sight(),
        };
        return new TurnObservation(host, Planner.Plan(resolution, host, full), limits);
    }

    /// <summary>A new content may require what no owner undoes.</summary>
    private static void LookAtFights(TurnGround ground, string digest, HostSnapshot host, List<HostEvent> events)
    {
        if (ground.Holds(digest))
            events.AddRange(ground.Fights.Look(host, digest));
        else
            ground.Fights.Clear();
    }
}
