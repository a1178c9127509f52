using System.Globalization;
using IwTune.Chaos.Cluster.Machines;
using IwTune.Chaos.Running;

namespace IwTune.Chaos.Cluster.Work;

/// <summary>
/// What happens on the hosts: on the second one a program removes the window again and again, which its agent repairs and reports; the
/// first one is left alone, and must have its window at every moment.
/// </summary>
internal sealed class HostLife(ClusterGround ground, Timeline timeline, int window)
{
    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(500);

    /// <summary>The program comes with every eighth look; an agent gives up after the tenth repair of a revision.</summary>
    private const int Rarely = 8,
        Most = 8;

    /// <summary>Times that the window of the first host was read.</summary>
    public int Looks { get; private set; }

    /// <summary>Times that it was not the one required.</summary>
    public int Wrong { get; private set; }

    public async Task RunAsync(CancellationToken ct)
    {
        for (var look = 1; !ct.IsCancellationRequested; look++)
        {
            Look(ground.Hosts[0]);
            if (look % Rarely == 0 && look / Rarely <= Most)
                ground.Hosts[1].Disturb();
            await Task.Delay(Pause, ct).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        }
    }

    private void Look(ChaosHost host)
    {
        Looks++;
        var windows = host.Windows();
        if (windows.All(now => now == window))
            return;
        Wrong++;
        timeline.Find(
            string.Create(CultureInfo.InvariantCulture, $"{host.Name} has the windows {string.Join(" and ", windows)}, not {window}")
        );
    }
}
