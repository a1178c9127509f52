using IwTune.Agent.Engine.Settings;

namespace IwTune.Agent.Tests.Engine.Settings;

public sealed class HostSettingsReaderTests
{
    [Theory]
    [InlineData("{}")]
    [InlineData("# backend: bpf\n\n#   repairs: { max: 3 }\n")]
    public void What_is_not_written_is_as_usual(string text)
    {
        var read = HostSettingsReader.Read(text);
        Assert.Empty(read.Problems);
        Assert.Equal(HostSettings.Default, read.Settings);
    }

    [Fact]
    public void Every_key_is_read()
    {
        var read = HostSettingsReader.Read(
            """
            backend: bpf
            bpf: { cgroup: /sys/fs/cgroup/system.slice, pod-logs: /host/var/log/pods }
            network-manager: { convert-gateway: true }
            networkd: { reload-now: true }
            rtt:
              destinations: [ "www.example.org:443", 192.0.2.1:80, "[2001:db8::1]:443" ]
              every: 90s
            repairs: { max: 3, within: 1h }
            """
        );
        Assert.Empty(read.Problems);
        Assert.Equal(
            new HostSettings
            {
                Backend = Backend.Bpf,
                ControlGroup = "/sys/fs/cgroup/system.slice",
                PodLogs = "/host/var/log/pods",
                ConvertGateway = true,
                ReloadNetworkd = true,
                Rtt = new RttSettings(
                    [new("www.example.org", 443), new("192.0.2.1", 80), new("2001:db8::1", 443)],
                    TimeSpan.FromSeconds(90)
                ),
                Repairs = new RepairLimit(3, TimeSpan.FromHours(1)),
            },
            read.Settings
        );
    }

    [Fact]
    public void All_problems_are_told_at_once_with_their_places()
    {
        var read = HostSettingsReader.Read(
            """
            backend: ebpf
            network-manager: { convert_gateway: yes }
            networkd: true
            rtt: { destinations: [www.example.org, "h:0", "a:1", "a:1"], every: 5 }
            repairs: { max: 0, within: 30s }
            color: red
            bpf: { cgroup: system.slice }
            """
        );
        Assert.Null(read.Settings);
        Assert.Equal(
            [
                "1:10 backend: 'ebpf': must be routes or bpf",
                "2:20 network-manager.convert_gateway: 'convert_gateway': unknown key; did you mean 'convert-gateway'?",
                "3:11 networkd: 'true': must be a mapping; the keys in it are reload-now",
                "4:23 rtt.destinations[0]: 'www.example.org': write a name or address and a port, as in www.example.org:443 or "
                    + "[2001:db8::1]:443",
                "4:40 rtt.destinations[1]: 'h:0': write a name or address and a port, as in www.example.org:443 or [2001:db8::1]:443",
                "4:54 rtt.destinations[3]: 'a:1': is listed twice; keep one",
                "4:69 rtt.every: '5': must be a number with a unit, as in 90s, 10m or 2h; 30s to 24h",
                "5:17 repairs.max: '0': must be a whole number, 1 to 1000",
                "5:28 repairs.within: '30s': must be a number with a unit, as in 90s, 10m or 2h; 1m to 24h",
                "6:1 color: 'color': unknown key; the keys here are mode, backend, bpf, network-manager, networkd, rtt, repairs, "
                    + "monitoring",
                "7:16 bpf.cgroup: 'system.slice': must be an absolute path, as in /sys/fs/cgroup/system.slice",
            ],
            read.Problems.Select(problem => problem.ToString())
        );
    }

    [Theory]
    [InlineData("routes")]
    [InlineData("[backend]")]
    [InlineData("backend: [bpf]")]
    [InlineData("networkd: { reload-now: \"true\" }")]
    [InlineData("rtt: { destinations: www.example.org:443 }")]
    [InlineData("rtt: { destinations: [\"[192.0.2.1]:80\"] }")]
    [InlineData("rtt: { destinations: [{ host: a }] }")]
    [InlineData("backend: bpf\nbackend: routes")]
    public void A_file_that_means_something_else_is_not_heeded(string text)
    {
        var read = HostSettingsReader.Read(text);
        Assert.Null(read.Settings);
        Assert.NotEmpty(read.Problems);
    }
}
