using System.Reflection;
using IwTune.Lab;

namespace IwTune.Agent.Tests.Deploy;

/// <summary>The units as systemd reads them. ./build.sh install-test runs the programs with their rights.</summary>
public sealed class SystemdUnitTests
{
    private static readonly string Units = Path.Combine(RepositoryRoot(), "deploy", "systemd");

    [Theory]
    [InlineData("iwtune.service")]
    [InlineData("iwtune-server.service")]
    public void The_exposure_that_systemd_calculates_is_at_most_2(string unit)
    {
        var result = Commands.TryRun("systemd-analyze", "security", "--offline=yes", "--threshold=20", "--no-pager", Unit(unit));
        Assert.True(result.ExitCode == 0, result.Output + result.Error);
        Assert.Contains("Overall exposure level", result.Output, StringComparison.Ordinal);
    }

    [Fact]
    public void Systemd_reads_every_line_of_what_limits_the_servers_addresses()
    {
        var unit = Unit("iwtune-server.service");
        var folder = Directory.CreateTempSubdirectory("iwtune-unit-").FullName;
        try
        {
            // The program is installed on few machines that run this test.
            var lines = File.ReadLines(unit)
                .Select(line => line.StartsWith("ExecStart=", StringComparison.Ordinal) ? "ExecStart=/bin/true" : line);
            File.WriteAllLines(Path.Combine(folder, "iwtune-server.service"), lines);
            var dropIns = Directory.CreateDirectory(Path.Combine(folder, "iwtune-server.service.d")).FullName;
            File.Copy(Path.Combine(Units, "server-drop-ins", "addresses.conf"), Path.Combine(dropIns, "addresses.conf"));
            var result = Commands.TryRun("systemd-analyze", "verify", "--man=no", Path.Combine(folder, "iwtune-server.service"));
            Assert.True(result.ExitCode == 0, result.Output + result.Error);
            Assert.DoesNotContain("addresses.conf", result.Output + result.Error, StringComparison.Ordinal);
        }
        finally
        {
            Directory.Delete(folder, recursive: true);
        }
    }

    [Fact]
    public void The_agent_has_a_user_of_its_own_and_one_capability()
    {
        Assert.Equal("iwtune", Setting("iwtune.service", "User"));
        Assert.Equal("CAP_NET_ADMIN", Setting("iwtune.service", "AmbientCapabilities"));
        Assert.Equal("CAP_NET_ADMIN", Setting("iwtune.service", "CapabilityBoundingSet"));
    }

    [Theory]
    [InlineData("network.target")]
    [InlineData("NetworkManager.service")]
    [InlineData("systemd-networkd.service")]
    public void The_agent_stops_before_the_links_and_the_owners_of_routes_go(string later) =>
        Assert.Contains(later, Setting("iwtune.service", "After").Split(' '));

    private static string Setting(string unit, string key) =>
        Assert.Single(File.ReadLines(Unit(unit)), line => line.StartsWith(key + "=", StringComparison.Ordinal))[(key.Length + 1)..];

    private static string Unit(string name)
    {
        if (OperatingSystem.IsWindows())
            Lacking.Skip("systemd is part of Linux");
        return Path.Combine(Units, name);
    }

    private static string RepositoryRoot()
    {
        var folder = new DirectoryInfo(Path.GetDirectoryName(Assembly.GetExecutingAssembly().Location)!);
        while (!File.Exists(Path.Combine(folder.FullName, "IwTune.sln")))
            folder = folder.Parent!;
        return folder.FullName;
    }
}
