using IwTune.Agent.Linux.Strategies.Networkd;
using IwTune.Lab;

namespace IwTune.Agent.Tests.Linux.Strategies.Networkd;

/// <summary>Drop-ins on a disk.</summary>
public sealed class DropInFilesTests : IDisposable
{
    private const string Netplan = "/run/systemd/network/10-netplan-eth0.network";
    private const string Target = "ipv4 main default via 10.60.0.1 dev eth0 metric 1024";

    private readonly string _folder = Directory.CreateTempSubdirectory("iwt-drop-in-").FullName;
    private readonly DropInFiles _files;

    public DropInFilesTests() => _files = new DropInFiles(_folder);

    private string Path => System.IO.Path.Combine(_folder, "10-netplan-eth0.network.d", "50-iwtune.conf");

    [Fact]
    public void A_file_in_run_gets_its_drop_in_under_etc_by_the_same_name()
    {
        Assert.IsType<DropInOutcome.Done>(Add());
        Assert.StartsWith(DropIn.Mark + "\n", File.ReadAllText(Path), StringComparison.Ordinal);
        Assert.IsType<DropInOutcome.AlreadyThere>(Add());
    }

    [Fact]
    public void Networkds_own_user_may_read_it_and_nothing_else_is_left_beside_it()
    {
        Add();
        Assert.Equal("-rw-r--r--", Mode(Path));
        Assert.Equal("drwxr-xr-x", Mode(System.IO.Path.GetDirectoryName(Path)!));
        Assert.Single(Directory.EnumerateFileSystemEntries(System.IO.Path.GetDirectoryName(Path)!));
    }

    [Fact]
    public void Taken_away_it_leaves_nothing()
    {
        Add();
        Assert.IsType<DropInOutcome.Done>(_files.Change(Netplan, drop => drop.Without(_ => true)));
        Assert.Empty(Directory.EnumerateFileSystemEntries(_folder));
        Assert.IsType<DropInOutcome.AlreadyThere>(_files.Change(Netplan, drop => drop.Without(_ => true)));
    }

    [Fact]
    public void A_directory_with_somebody_elses_drop_in_stays()
    {
        Add();
        var other = System.IO.Path.Combine(System.IO.Path.GetDirectoryName(Path)!, "90-admin.conf");
        File.WriteAllText(other, "[DHCPv4]\n");
        _files.Change(Netplan, drop => drop.Without(_ => true));
        Assert.False(File.Exists(Path));
        Assert.True(File.Exists(other));
    }

    [Fact]
    public void A_file_by_our_name_that_is_not_ours_is_neither_changed_nor_swept()
    {
        Directory.CreateDirectory(System.IO.Path.GetDirectoryName(Path)!);
        File.WriteAllText(Path, "[DHCPv4]\nRouteMetric=7\n");
        Assert.Contains("was not written by IwTune", Assert.IsType<DropInOutcome.NotKept>(Add()).Why, StringComparison.Ordinal);
        Assert.Empty(_files.Sweep(new HashSet<string>()));
        Assert.Equal("[DHCPv4]\nRouteMetric=7\n", File.ReadAllText(Path));
    }

    [Fact]
    public void Only_what_no_managed_target_accounts_for_is_swept()
    {
        Add();
        _files.Change(Netplan, drop => drop.With("gone", "[Route]\nMetric=5\n"));
        _files.Change("/etc/systemd/network/20-lan.network", drop => drop.With("gone too", "[Route]\nMetric=5\n"));
        var swept = _files.Sweep(new HashSet<string> { Target });
        Assert.Equal(2, swept.Count);
        Assert.Contains(swept, text => text.EndsWith("the sections for gone", StringComparison.Ordinal));
        Assert.Equal([Target], _files.Of(Netplan).Targets);
        Assert.Single(Directory.EnumerateFileSystemEntries(_folder));
        Assert.Empty(_files.Sweep(new HashSet<string> { Target }));
    }

    [Fact]
    public void A_mark_without_anything_under_it_is_swept()
    {
        Directory.CreateDirectory(System.IO.Path.GetDirectoryName(Path)!);
        File.WriteAllText(Path, DropIn.Mark + "\n");
        Assert.Equal([Path], _files.Sweep(new HashSet<string>()));
        Assert.Empty(Directory.EnumerateFileSystemEntries(_folder));
    }

    [Fact]
    public void A_read_only_etc_is_said()
    {
        using var space = Privileged.Namespace("read-only");
        var outcome = space.Run(() =>
        {
            // The thread's mount namespace is its own.
            Commands.Run("mount", "--bind", _folder, _folder);
            Commands.Run("mount", "-o", "remount,bind,ro", _folder);
            return Add();
        });
        Assert.Contains("cannot be written", Assert.IsType<DropInOutcome.NotKept>(outcome).Why, StringComparison.Ordinal);
    }

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    private DropInOutcome Add() => _files.Change(Netplan, drop => drop.With(Target, DropInSection.OfLease(new(20, null))));

    private static string Mode(string path) => Commands.Run("stat", "-c", "%A", path).Trim();
}
