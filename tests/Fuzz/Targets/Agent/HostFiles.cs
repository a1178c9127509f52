using System.Text;
using IwTune.Agent.Linux.Containers;
using IwTune.Agent.Linux.Doctor.Reading;
using IwTune.Agent.Linux.Facts;
using IwTune.Agent.Linux.Ownership;
using IwTune.Agent.Linux.Ownership.Networkd;
using IwTune.Agent.Linux.Strategies.Networkd;

namespace IwTune.Fuzz.Targets.Agent;

/// <summary>Texts that the kernel, systemd, runtimes of containers and administrators write on a host.</summary>
internal static class HostFiles
{
    public static bool Read(byte[] input)
    {
        var text = Encoding.UTF8.GetString(input);
        var lines = text.Split('\n');
        var link = NetworkdLinkJson.Read(text);
        _ = KernelRouterAdvertisement.Parse(lines);
        var counters = TcpCounters.Parse(lines);
        _ = TcpCountsReading.Of(counters);
        _ = OsRelease.PrettyName(lines);
        var version = InstalledNetworkd.Parse(lines[0]);
        var container = ContainerPath.Read(lines[0].Split('/', StringSplitOptions.RemoveEmptyEntries));
        var dropIn = DropIn.Parse(text);
        if (dropIn is not null)
            BrokenPromiseException.Unless(
                DropIn.Parse(dropIn.ToString())?.ToString() == dropIn.ToString(),
                "a drop-in that is written is read again"
            );
        return link is not null || counters.Count > 0 || version is not null || container is not null || dropIn is not null;
    }
}
