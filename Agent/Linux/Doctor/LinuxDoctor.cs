using IwTune.Agent.Linux.Bpf;
using IwTune.Agent.Linux.Doctor.Reading;
using IwTune.Agent.Linux.Facts;
using IwTune.Agent.Linux.Netlink;
using IwTune.Agent.Ports;

namespace IwTune.Agent.Linux.Doctor;

/// <summary>Reads one network namespace, that of the calling thread, and runs every check over what it found.</summary>
/// <param name="tuner">Reads the routes.</param>
public sealed class LinuxDoctor(LinuxTuner tuner) : IDoctor
{
    /// <inheritdoc/>
    public IReadOnlyList<string> Checks { get; } = [.. Checkup.All.Select(check => check.Name)];

    /// <inheritdoc/>
    public async ValueTask<IReadOnlyList<Diagnosis>> ExamineAsync(AgentView agent, CancellationToken ct)
    {
        // Everything of this thread's namespace first: an await may continue in another thread.
        var here = Here();
        var routes = await tuner.ReadAsync(ct);
        return Checkup.Of(
            here with
            {
                Routes = [.. routes.Targets.Where(target => target.Container is null).Select(RouteFindings.Of)],
                Agent = agent,
            }
        );
    }

    private static HostFindings Here()
    {
        try
        {
            using var netlink = NetlinkSocket.Open();
            var links = LinkFindings.Read(netlink);
            return new HostFindings
            {
                Kernel = SystemFile.Line("/proc/sys/kernel/osrelease"),
                Sysctls = Settings.Read(links.Select(link => link.Name)),
                Links = links,
                Routes = [],
                Rules = RuleFindings.Read(netlink),
                Counters = TcpCounters.Read(),
                Programs = SockOpsPrograms.Attached(),
                QuicPrograms = QuicListeners.Read(),
                Hypervisor = Hypervisor.Name(),
            };
        }
        catch (Exception failure) when (failure is NetlinkException or NetlinkFormatException)
        {
            throw new TunerUnavailableException($"examining this host: {failure.Message}", failure);
        }
    }
}
