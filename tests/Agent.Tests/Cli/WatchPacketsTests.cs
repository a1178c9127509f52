using System.Text.Json.Nodes;
using IwTune.Agent.Cli.Flights;
using IwTune.Agent.Cli.Watching;
using IwTune.Lab;
using IwTune.Lab.Serving;

namespace IwTune.Agent.Tests.Cli;

/// <summary>`iwtune watch --pcap` on a server whose route has a window, and on a path of 20 ms; `iwtune flight` reads the file.</summary>
public sealed class WatchPacketsTests : IDisposable
{
    private const int Port = 4000;
    private readonly string _directory = Directory.CreateTempSubdirectory("iwtune-watch-").FullName;
    private readonly RemotePath _path;
    private readonly FetchServer _server;

    public WatchPacketsTests()
    {
        Privileged.Require();
        _path = new RemotePath(TimeSpan.FromMilliseconds(20));
        _path.StartWith(14);
        _server = FetchServer.Listen(_path.Server, Port);
    }

    [Fact]
    public async Task The_packets_show_the_window_that_the_route_gives()
    {
        var file = Path.Combine(_directory, "web.pcapng");
        var said = await WatchAsync(60_000, "--count", "8", "--pcap", file);
        Assert.Equal(0, said.Exit);
        Assert.Matches($@"{file} is written, [0-9,]+ packets\. 'iwtune flight {file}' shows their first flights\.", said.Error);
        // The first connection may have begun before the capture, and the last may go on after it.
        var rows = JsonNode.Parse((await RunAsync(_path.Server, "flight", file, "--json")).Out)!["rows"]!.AsArray();
        // Of a flight that a busy machine interrupted, none is stated.
        var stated = rows.Where(row => row!["initialWindow"] is not null && (long)row["sentBytes"]! == 60_000).ToList();
        Assert.True(stated.Count > 2, $"{said.Error}\n{rows}");
        Assert.All(stated, row => Assert.Equal(14, (long)row!["initialWindow"]!));
        var syns = Commands.Run("tshark", "-r", file, "-Y", "tcp.flags == 0x0c2 || tcp.flags == 0x002", "-T", "fields", "-e", "frame.len");
        Assert.Equal("60", syns.Split('\n')[0]);
    }

    [Fact]
    public async Task The_file_ends_at_its_limit_and_says_so()
    {
        var file = Path.Combine(_directory, "small.pcapng");
        var said = await WatchAsync(2_000_000, "--count", "1", "--pcap", file, "--pcap-limit", "10kB");
        Assert.Equal(0, said.Exit);
        Assert.Contains("to the limit of its size", said.Error, StringComparison.Ordinal);
        Assert.InRange(new FileInfo(file).Length, 10_000, 10_300);
    }

    [Theory]
    [InlineData("--pcap-limit", "1MB", "add --pcap FILE")]
    [InlineData("--pcap", "/no/such/folder/x.pcapng", "the file cannot be written")]
    public async Task What_cannot_be_written_is_refused(string option, string value, string because)
    {
        var said = await RunAsync(_path.Server, "watch", option, value);
        Assert.Equal(64, said.Exit);
        Assert.Contains(because, said.Error, StringComparison.Ordinal);
    }

    public void Dispose()
    {
        _server.Dispose();
        _path.Dispose();
        Directory.Delete(_directory, recursive: true);
    }

    private async Task<Said> WatchAsync(long bytes, params string[] options)
    {
        var watching = RunAsync(_path.Server, ["watch", "--settle", "1h", .. options]);
        for (var fetches = 0; fetches < 200 && !watching.IsCompleted; fetches++)
            FetchClient.Fetch(_path.Client, RemotePath.At(Port), bytes, 1);
        return await watching;
    }

    private static Task<Said> RunAsync(NetNamespace space, params string[] args) =>
        NamespaceShell.RunAsync(space, [("watch", WatchVerb.Create), ("flight", FlightVerb.Create)], args);
}
