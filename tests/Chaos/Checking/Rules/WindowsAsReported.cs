using IwTune.Chaos.Schedules;

namespace IwTune.Chaos.Checking.Rules;

/// <summary>The windows of the kernel, of the last revision and of the agent's report are the same on every target.</summary>
internal sealed class WindowsAsReported : Rule
{
    public override IEnumerable<string> Check(Observed seen)
    {
        foreach (var host in seen.Hosts)
        {
            if (host.Windows.Any(window => window != Schedule.LastWindow))
                yield return $"{host.Name} has the windows {string.Join(" and ", host.Windows)}, not {Schedule.LastWindow}";
            foreach (var target in host.Status.State.Targets.Where(target => target.Wanted is not null))
                if (target.Configured.InitCwnd != Schedule.LastWindow)
                    yield return $"{host.Name} reports {target.Configured} for {target.Id}, and iproute2 shows {Schedule.LastWindow}";
        }
    }
}
