using IwTune.Benchmarks.Measuring;
using IwTune.Benchmarks.Product;
using IwTune.Benchmarks.Rivals;
using IwTune.Lab;

namespace IwTune.Benchmarks.Peers;

/// <summary>TuneD with a profile that is only a script: it has no plugin for routes. Its bus, /run and /etc/tuned are its own.</summary>
internal sealed class TunedPeer : IPeer
{
    private const string Profile = "bench";
    private readonly Scratch scratch = new();
    private PrivateBus? bus;
    private LabProcess? daemon;

    public string Name => "tuned";

    public Rival? Program => Rival.Tuned;

    public DisturbedRoute Route { get; } = new();

    public int? Resident => daemon?.Id;

    public string ResidentNote => "";

    public PeerCommand Idle => Adm("active");

    public PeerCommand? Repair => Adm("profile", Profile);

    public string Better => "profiles for whole workloads: processors, disks, sysctls and more, switched by one command";

    public async Task StartAsync()
    {
        var script = scratch.Write(
            $"etc/{Profile}/window.sh",
            $"""
            #!/bin/sh
            case "$1" in
              start) {RouteUnderTest.Change} ;;
              stop) {RouteUnderTest.ChangeToNone} ;;
              verify) {RouteUnderTest.Verify} ;;
            esac

            """
        );
        File.SetUnixFileMode(script, UnixFileMode.UserRead | UnixFileMode.UserExecute);
        scratch.Write(
            $"etc/{Profile}/tuned.conf",
            """
            [main]
            summary=The initial window of one route
            [window]
            type=script
            script=${i:PROFILE_DIR}/window.sh

            """
        );
        File.Copy("/etc/tuned/tuned-main.conf", scratch.At("etc/tuned-main.conf"));
        foreach (var (folder, _) in Mounts)
            Directory.CreateDirectory(folder);
        bus = await PrivateBus.StartAsync();
        daemon = PrivateMounts.Start(Route.Space, Mounts, "tuned", ["--profile", Profile], bus.Environment);
        await Until.TrueAsync(
            () =>
                daemon.Ended
                    ? throw new BenchException($"tuned ended:\n{daemon.Output}")
                    : RouteUnderTest.IsSet(Route.Space) && TryAdm("verify").ExitCode == 0,
            () => $"tuned did not set the window:\n{daemon.Output}",
            TimeSpan.FromSeconds(30)
        );
    }

    public string? Schedule() => null;

    public string Reports() =>
        TryAdm("verify") is { ExitCode: 0 } verified && !RouteUnderTest.Named(verified.Output)
            ? "`tuned-adm verify`: whether the profile's script finds its value"
            : throw new BenchException("`tuned-adm verify` failed, or printed a window");

    public void Dispose()
    {
        daemon?.Dispose();
        bus?.Dispose();
        Route.Dispose();
        scratch.Dispose();
    }

    private IReadOnlyList<PrivateMount> Mounts =>
        [new(scratch.At("etc"), "/etc/tuned"), new(scratch.At("run"), "/run"), new(scratch.At("log"), "/var/log")];

    private PeerCommand Adm(params string[] arguments) =>
        new(
            $"tuned-adm {string.Join(' ', arguments)}",
            () => PrivateMounts.On(Route.Space, Mounts, () => Spawn.Timed(["tuned-adm", .. arguments], bus!.Environment).Wall)
        );

    private CommandResult TryAdm(params string[] arguments) =>
        PrivateMounts.On(Route.Space, Mounts, () => Commands.TryRun("tuned-adm", arguments, bus!.Environment));
}
