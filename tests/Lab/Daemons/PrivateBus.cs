namespace IwTune.Lab;

/// <summary>
/// A real dbus-daemon of the test, in its own directory. Clients find it by <c>DBUS_SYSTEM_BUS_ADDRESS</c>; for those that know only the
/// well-known path, <see cref="Folder"/> is bound on <c>/run/dbus</c> (the folder, not the socket: a bound socket file goes stale when the
/// bus restarts).
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
    /// The folder of the socket, which has the same name as in <c>/run/dbus</c>. It is not below /run, so a daemon with its own /run still
    /// reaches it.
    /// </summary>
    public string Folder { get; }

    /// <summary>The socket's path.</summary>
    public string Socket => Path.Combine(Folder, "system_bus_socket");

    /// <summary>The address in D-Bus format.</summary>
    public string Address => "unix:path=" + Socket;

    /// <summary>The environment with which a process uses this bus as the system's.</summary>
    public IReadOnlyDictionary<string, string> Environment =>
        new Dictionary<string, string>(StringComparer.Ordinal) { ["DBUS_SYSTEM_BUS_ADDRESS"] = Address };

    /// <summary>Its output.</summary>
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

    /// <summary>From now on it accepts connections and answers nothing, until <see cref="Thaw"/>.</summary>
    public void Freeze() => Native.Signal(daemon.Id, Stop);

    /// <summary>Ends <see cref="Freeze"/>.</summary>
    public void Thaw() => Native.Signal(daemon.Id, Continue);

    /// <summary>Runs systemd's busctl against it.</summary>
    /// <exception cref="LabException">The exit code is not 0.</exception>
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
