namespace IwTune.Lab;

/// <summary>
/// The real NetworkManager in a namespace, on the test's own bus: keyfile profiles only, no polkit, no resolver, nothing of the machine's
/// configuration. A stop leaves what it configured, as on a host; a start takes it over.
/// </summary>
public sealed class NetworkManagerDaemon : IDisposable
{
    // NetworkManager waits for udev about every link unless /sys is read-only (src/core/platform/nm-linux-platform.c,
    // nm_linux_platform_setup).
    private const string InItsPlace = """
        mount -o remount,bind,ro /sys && mount -t tmpfs tmpfs /run && mkdir -p /run/NetworkManager \
        && mount --bind "$1/run" /run/NetworkManager \
        && mount --bind "$1/state" /var/lib/NetworkManager && mount --bind "$1/etc" /etc/NetworkManager && shift \
        && exec NetworkManager --debug --config=/etc/NetworkManager/NetworkManager.conf --log-level="$1"
        """;

    private readonly NetNamespace space;
    private readonly PrivateBus bus;
    private readonly string folder;
    private LabProcess? daemon;

    /// <summary>For one namespace; it starts nothing.</summary>
    /// <param name="space">Where it runs.</param>
    /// <param name="bus">The bus on which it is available.</param>
    /// <param name="interfaces">The interfaces it manages; it does not touch the others.</param>
    public NetworkManagerDaemon(NetNamespace space, PrivateBus bus, params string[] interfaces)
    {
        (this.space, this.bus) = (space, bus);
        folder = Directory.CreateTempSubdirectory("iwt-nm-").FullName;
        Directory.CreateDirectory(Path.Combine(folder, "state"));
        // Kept over a restart, like a host's /run: its content identifies the profile of a link that is up.
        Directory.CreateDirectory(Path.Combine(folder, "run"));
        Directory.CreateDirectory(Profiles);
        File.WriteAllText(
            Path.Combine(folder, "etc", "NetworkManager.conf"),
            $"""
            [main]
            plugins=keyfile
            auth-polkit=false
            dns=none
            dhcp=internal
            no-auto-default=*
            [keyfile]
            unmanaged-devices=*{string.Concat(interfaces.Select(name => ",except:interface-name:" + name))}
            [device-lab]
            match-device={string.Join(',', interfaces.Select(name => "interface-name:" + name))}
            managed=1
            [connectivity]
            enabled=false
            """
        );
    }

    /// <summary>Where its keyfile profiles are.</summary>
    public string Profiles => Path.Combine(folder, "etc", "system-connections");

    /// <summary>Its output.</summary>
    public string Output => daemon?.Output ?? "";

    /// <summary>Its process id.</summary>
    public int Id => daemon?.Id ?? throw new LabException("NetworkManager was not started");

    /// <summary>Writes a keyfile profile; read at the next start or by <c>nmcli connection load</c>.</summary>
    /// <returns>Its path.</returns>
    public string Profile(string name, string keyfile)
    {
        var path = Path.Combine(Profiles, name + ".nmconnection");
        File.WriteAllText(path, keyfile);
        File.SetUnixFileMode(path, UnixFileMode.UserRead | UnixFileMode.UserWrite);
        return path;
    }

    /// <summary>A keyfile with the settings that every profile has.</summary>
    public static string Keyfile(string name, string link, string sections) =>
        $"""
            [connection]
            id={name}
            uuid={UuidOf(name)}
            type=ethernet
            interface-name={link}
            autoconnect=true
            {sections}
            """;

    /// <summary>The uuid of a profile by that name.</summary>
    public static string UuidOf(string name) =>
        new Guid(System.Security.Cryptography.SHA256.HashData(System.Text.Encoding.UTF8.GetBytes(name)).AsSpan(0, 16)).ToString();

    /// <summary>Starts it and waits until it answers on the bus.</summary>
    public async Task StartAsync(string logLevel = "INFO")
    {
        if (!Commands.Installed("NetworkManager"))
            throw new LabException("NetworkManager is not installed: apt install network-manager");
        daemon = space.Start("unshare", ["--mount", "sh", "-c", InItsPlace, "sh", folder, logLevel], bus.Environment);
        await Until.TrueAsync(
            () =>
                daemon.Ended
                    ? throw new LabException("NetworkManager ended:\n" + Output)
                    : TryNmcli("--terse", "general", "status").ExitCode == 0,
            () => "NetworkManager does not answer:\n" + Output
        );
    }

    /// <summary>Sends SIGTERM, as systemd does. Its configuration stays.</summary>
    public Task StopAsync() => daemon?.StopAsync() ?? throw new LabException("NetworkManager was not started");

    /// <summary>Stops and starts it.</summary>
    public async Task RestartAsync()
    {
        await StopAsync();
        await StartAsync();
    }

    /// <summary>Waits until an interface matches its profile.</summary>
    public Task ActivatedAsync(string link) =>
        Until.TrueAsync(
            () =>
                TryNmcli("--terse", "--fields", "GENERAL.STATE", "device", "show", link).Output.Contains("100 (", StringComparison.Ordinal),
            () => $"{link} is not activated:\n{TryNmcli("device", "show", link).Output}\n{Output}"
        );

    /// <summary>Runs <c>nmcli</c> against it.</summary>
    /// <exception cref="LabException">The exit code is not 0.</exception>
    public string Nmcli(params string[] arguments) =>
        TryNmcli(arguments) is { ExitCode: 0 } result
            ? result.Output
            : throw new LabException($"`nmcli {string.Join(' ', arguments)}`: {TryNmcli(arguments).Error}\n{Output}");

    /// <summary>Runs <c>nmcli</c> against it and returns its code and both outputs, also on failure.</summary>
    public CommandResult TryNmcli(params string[] arguments) => Commands.TryRun("nmcli", arguments, bus.Environment);

    /// <inheritdoc/>
    public void Dispose()
    {
        daemon?.Dispose();
        Directory.Delete(folder, recursive: true);
    }
}
