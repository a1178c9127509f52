namespace IwTune.Lab;

/// <summary>
/// A real systemd-networkd that manages the links of one network namespace, with its own <c>/run</c> and <c>/etc/systemd/network</c>.
/// Nothing runs before <see cref="Start"/>; units are written first.
/// </summary>
public sealed class NetworkdDaemon : IDisposable
{
    private const string Program = "/lib/systemd/systemd-networkd";
    private const string ProgramUser = "systemd-network";

    /// <summary>
    /// The signal that systemd sends on <c>systemctl restart</c> (RestartKillSignal= of the unit): addresses and routes stay.
    /// </summary>
    private const int RestartSignal = 12;

    /// <summary>It runs as its own user.</summary>
    private const UnixFileMode EveryoneMayEnter =
        UnixFileMode.UserRead
        | UnixFileMode.UserWrite
        | UnixFileMode.UserExecute
        | UnixFileMode.GroupRead
        | UnixFileMode.GroupExecute
        | UnixFileMode.OtherRead
        | UnixFileMode.OtherExecute;

    private readonly NetNamespace space;
    private readonly string folder = Directory.CreateTempSubdirectory("iwt-networkd-").FullName;
    private readonly PrivateBus? bus;
    private LabProcess? process;
    private DateTime started;

    /// <param name="space">The namespace whose links it manages.</param>
    /// <param name="bus">The bus on which it is available; without one it runs as on a host without a bus.</param>
    public NetworkdDaemon(NetNamespace space, PrivateBus? bus = null)
    {
        (this.space, this.bus) = (space, bus);
        if (bus is not null)
            File.SetUnixFileMode(bus.Folder, EveryoneMayEnter);
        Directory.CreateDirectory(Units);
        MakeRun();
    }

    /// <summary>Whether it can be run here; otherwise the reason and a remedy.</summary>
    public static string? Missing => File.Exists(Program) ? null : $"{Program} is not installed: apt install systemd";

    /// <summary>Its <c>/run</c>, as seen from outside; <c>systemd/netif/links/INDEX</c> is in it.</summary>
    public string Run => Path.Combine(folder, "run");

    /// <summary>Its <c>/etc/systemd/network</c>, as seen from outside.</summary>
    public string Units => Path.Combine(folder, "network");

    /// <summary>Its <c>/run/systemd/network</c>, where netplan writes, as seen from outside.</summary>
    public string RuntimeUnits => Path.Combine(Run, "systemd/network");

    /// <summary>Its output since its last start.</summary>
    public string Output => process?.Output ?? "";

    /// <summary>The mounts with which another program, an agent, sees the host as this daemon does.</summary>
    public IReadOnlyList<PrivateMount> Mounts =>
        [new(Run, "/run"), new(Units, "/etc/systemd/network"), .. bus is null ? (PrivateMount[])[] : [new(bus.Folder, "/run/dbus")]];

    /// <summary>Writes <c>/etc/systemd/network/NAME</c>.</summary>
    public void Unit(string name, string text) => File.WriteAllText(Path.Combine(Units, name), text);

    /// <summary>Its process id.</summary>
    public int Id => process?.Id ?? throw new LabException("networkd was not started");

    /// <summary>Starts it without waiting; see <see cref="ConfiguredAsync"/>.</summary>
    public void Start(string logLevel = "debug")
    {
        if (Missing is { } reason)
            throw new LabException(reason);
        started = DateTime.UtcNow;
        process = PrivateMounts.Start(space, Mounts, Program, [], new Dictionary<string, string> { ["SYSTEMD_LOG_LEVEL"] = logLevel });
    }

    /// <summary>Waits until it reports a link as configured: addresses, leases and routes exist.</summary>
    /// <param name="link">The link.</param>
    /// <param name="since">Reported after this instant; its last start when left out.</param>
    public async Task ConfiguredAsync(string link, DateTime? since = null)
    {
        await SaysAsync(link, "ADMIN_STATE=configured", since);
        if (bus is not null)
            await Until.TrueAsync(Answers, () => $"networkd does not answer on the bus.\n{Output}");
    }

    /// <summary>Waits until its state file of a link has a line.</summary>
    /// <param name="link">The link.</param>
    /// <param name="line">As written there: <c>OPER_STATE=no-carrier</c>.</param>
    /// <param name="since">Reported after this instant; its last start when left out.</param>
    public Task SaysAsync(string link, string line, DateTime? since = null)
    {
        var state = Path.Combine(Run, "systemd/netif/links", Index(link));
        return Until.TrueAsync(
            // After a restart the report of the earlier process still exists.
            () =>
                process is { Ended: false }
                && File.GetLastWriteTimeUtc(state) >= (since ?? started)
                && File.ReadLines(state).Contains(line),
            () => $"networkd did not say {line} of {link}.\n{Output}"
        );
    }

    /// <summary>Stops it as for the host's halt; it removes everything it configured.</summary>
    public async Task StopAsync()
    {
        if (process is null)
            return;
        await process.StopAsync();
        process.Dispose();
        process = null;
    }

    /// <summary>Restarts it as <c>systemctl restart</c> does, its state kept.</summary>
    public async Task RestartAsync()
    {
        if (process is { Ended: false })
        {
            Native.Signal(process.Id, RestartSignal);
            await process.WaitForExitAsync();
            process.Dispose();
        }
        Start();
    }

    /// <summary>Stops it, removes every route and address from the link, empties its <c>/run</c>, and starts it, like a reboot.</summary>
    public async Task RebootAsync(string link)
    {
        await StopAsync();
        space.Ip($"link set {link} down");
        space.Ip($"addr flush dev {link}");
        Directory.Delete(Path.Combine(Run, "systemd/netif"), recursive: true);
        MakeRun();
        Start();
    }

    /// <summary>Renews the DHCP lease now, which needs a bus.</summary>
    public void Renew(string link) => Call("RenewLink", "i", Index(link));

    /// <summary>Reads the units again and reconfigures changed links, which needs a bus.</summary>
    public void Reload() => Call("Reload");

    /// <inheritdoc/>
    public void Dispose()
    {
        process?.Dispose();
        Directory.Delete(folder, recursive: true);
    }

    private void Call(string method, params string[] arguments) =>
        (bus ?? throw new LabException($"{method} needs a bus")).Busctl([
            "call",
            "org.freedesktop.network1",
            "/org/freedesktop/network1",
            "org.freedesktop.network1.Manager",
            method,
            .. arguments,
        ]);

    private bool Answers() => Commands.TryRun("busctl", "--address=" + bus!.Address, "status", "org.freedesktop.network1").ExitCode == 0;

    private string Index(string link) => space.Run(() => File.ReadAllText($"/sys/class/net/{link}/ifindex").Trim());

    private void MakeRun()
    {
        // What systemd creates for the service: RuntimeDirectory= and its owner.
        foreach (var directory in (string[])["links", "leases", "lldp"])
            Directory.CreateDirectory(Path.Combine(Run, "systemd/netif", directory));
        Directory.CreateDirectory(RuntimeUnits);
        Directory.CreateDirectory(Path.Combine(Run, "dbus"));
        Commands.Run("chown", "-R", $"{ProgramUser}:{ProgramUser}", Path.Combine(Run, "systemd/netif"));
    }
}
