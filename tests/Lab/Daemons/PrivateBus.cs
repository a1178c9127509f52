namespace IwTune.Lab;

/// <summary>
/// A real dbus-daemon of the test's own, in a directory of its own. Clients find it by <c>DBUS_SYSTEM_BUS_ADDRESS</c>;
/// those that know only the well-known place have <see cref="Folder"/> bound on <c>/run/dbus</c>
/// (the folder, not the socket: a bound socket file goes stale when the bus starts again).
/// </summary>
public sealed class PrivateBus : IDisposable
{
    private const int Stop = 19;
    private const int Continue = 18;

    private LabProcess daemon;

    private PrivateBus(string folder)
    {
        Folder = folder;
        File.WriteAllText(ConfigurationFile, Configuration(Socket));
        daemon = Launch();
    }

    /// <summary>
    /// Holds the socket by the name it has in <c>/run/dbus</c>. Not below /run, so a daemon with a /run of its own still reaches it.
    /// </summary>
    public string Folder { get; }

    /// <summary>The socket's path.</summary>
    public string Socket => Path.Combine(Folder, "system_bus_socket");

    /// <summary>As D-Bus writes it.</summary>
    public string Address => "unix:path=" + Socket;

    /// <summary>What a process needs to take this bus for the system's.</summary>
    public IReadOnlyDictionary<string, string> Environment =>
        new Dictionary<string, string>(StringComparer.Ordinal) { ["DBUS_SYSTEM_BUS_ADDRESS"] = Address };

    /// <summary>What it printed.</summary>
    public string Output => daemon.Output;

    /// <summary>Starts one and waits until it accepts connections.</summary>
    public static async Task<PrivateBus> StartAsync()
    {
        if (!Commands.Installed("dbus-daemon"))
            throw new LabException("dbus-daemon is not installed: apt install dbus");
        var bus = new PrivateBus(Directory.CreateTempSubdirectory("iwt-bus-").FullName);
        await bus.ReadyAsync();
        return bus;
    }

    /// <summary>SIGKILL: every connection breaks, no name has an owner.</summary>
    public void Kill()
    {
        daemon.Dispose();
        File.Delete(Socket);
    }

    /// <summary>Starts it again at the same address, after <see cref="Kill"/>.</summary>
    public async Task StartAgainAsync()
    {
        daemon = Launch();
        await ReadyAsync();
    }

    /// <summary>It accepts connections and answers nothing, until <see cref="Thaw"/>.</summary>
    public void Freeze() => Native.Signal(daemon.Id, Stop);

    /// <summary>Ends <see cref="Freeze"/>.</summary>
    public void Thaw() => Native.Signal(daemon.Id, Continue);

    /// <summary>Runs systemd's busctl against it.</summary>
    /// <exception cref="LabException">It ended with another code than 0.</exception>
    public string Busctl(params string[] arguments) => Commands.Run("busctl", ["--address=" + Address, .. arguments]);

    /// <inheritdoc/>
    public void Dispose()
    {
        daemon.Dispose();
        Directory.Delete(Folder, recursive: true);
    }

    private string ConfigurationFile => Path.Combine(Folder, "bus.conf");

    private LabProcess Launch() =>
        LabProcess.Start("dbus-daemon", ["--config-file=" + ConfigurationFile, "--nofork", "--nopidfile", "--print-address=1"]);

    // It prints its address after it listens.
    private Task ReadyAsync() => daemon.WaitForLineAsync("unix:path=");

    private static string Configuration(string socket) =>
        $"""
            <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN" "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
            <busconfig>
              <type>system</type>
              <listen>unix:path={socket}</listen>
              <auth>EXTERNAL</auth>
              <policy context="default">
                <allow user="*"/>
                <allow own="*"/>
                <allow send_type="method_call"/>
                <allow send_type="signal"/>
                <allow send_requested_reply="true"/>
                <allow receive_type="method_call"/>
                <allow receive_type="method_return"/>
                <allow receive_type="error"/>
                <allow receive_type="signal"/>
              </policy>
            </busconfig>
            """;
}
