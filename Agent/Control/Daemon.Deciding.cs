using IwTune.Agent.Engine.Passive;
using IwTune.Shared.Model.Deciding;

namespace IwTune.Agent.Control;

/// <summary>When windows that this host decides itself are decided.</summary>
public sealed partial class Daemon
{
    private static readonly TimeSpan LookForDecision = TimeSpan.FromSeconds(5);

    /// <summary>After more than two intervals nothing is raised (RFC 6928 §12).</summary>
    private static readonly TimeSpan Blindness = 2 * Monitoring.Interval;

    private Sight Sight => Monitoring.Blind is var blind && blind > _settings.Settings.FallBackAfter ? Sight.Gone : blind > Blindness ? Sight.Blind : Sight.Clear;

    private async Task DecideAsync(CancellationToken ct)
    {
        while (true)
        {
            await Task.Delay(LookForDecision, _clock, ct);
            if (_reconciler.Decisions.Any)
                await _enforcement.DecideAsync(Sight, ct);
        }
    }

    private string WhyNothingIsRaised() => Sight == Sight.Clear ? ""
        : _passiveProblem.Length > 0 ? $"Nothing is raised: {_passiveProblem}"
        : $"Nothing is raised: connections were last seen to end {Monitoring.Blind.TotalMinutes:0} min ago.";
}
