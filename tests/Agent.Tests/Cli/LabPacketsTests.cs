using System.Text.Json.Nodes;
using IwTune.Agent.Cli.Flights;
using IwTune.Agent.Cli.Laboratory;
using IwTune.Lab;

namespace IwTune.Agent.Tests.Cli;

/// <summary>The packets of `iwtune lab --pcap`, read by `iwtune flight` and by Wireshark.</summary>
public sealed class LabPacketsTests : IDisposable
{
    private readonly string _files = Directory.CreateTempSubdirectory("iwtune-lab-").FullName;

    private string Packets => Path.Combine(_files, "page.pcapng");

    [Fact]
    public async Task Flight_shows_the_windows_that_the_lab_used_at_both_ends()
    {
        Privileged.Require();
        string[] lab = ["lab", "--size", "90kB", "--rtt", "60ms", "--iw", "1,3,10,20,32", "--runs", "2", "--pcap", Packets];
        var said = await RunAsync(lab);
        for (var tries = 1; tries < 5 && said.Out.Contains("This machine was too busy", StringComparison.Ordinal); tries++)
            said = await RunAsync(lab);
        Assert.True(said.Exit == 0, said.Error);
        Assert.Matches(@"page\.pcapng is written, [\d,]+ packets\. 'iwtune flight \S+ --interface sender' shows", said.Error);
        foreach (var (place, chosen) in new[] { ("Sender", "sender"), ("Sender", "0"), ("Receiver", "receiver") })
        {
            var read = JsonNode.Parse((await RunAsync("flight", Packets, "--interface", chosen, "--json")).Out)!;
            // A busy machine can stretch a flight so that the receiver's side proves no window, and delay an acknowledgement until the
            // sender probes; neither may prove another window.
            var windows = read["summary"]!["initialWindows"]!.AsArray();
            Assert.Equal([1, 3, 10, 20, 32], windows.Select(window => (int?)window!["segments"]).OfType<int>());
            if (place == "Sender")
                Assert.All(windows, window => Assert.InRange((int)window!["connections"]!, 1, 2));
            Assert.All(read["rows"]!.AsArray(), row => Assert.Equal((place, 90_000), ((string)row!["place"]!, (int)row["sentBytes"]!)));
            Assert.Empty(read["summary"]!["remarks"]!.AsArray());
        }
    }

    [Fact]
    public async Task What_the_path_dropped_is_marked_and_each_run_is_named()
    {
        Privileged.Require();
        if (!Commands.Installed("tshark") || !Commands.Installed("tcpdump"))
            Lacking.Skip("tshark and tcpdump are not installed: apt-get install tshark tcpdump");
        string[] path = ["--size", "30kB", "--rtt", "90ms", "--rate", "2Mbit", "--buffer", "5", "--loss", "1", "--iw", "12", "--runs", "1"];
        var said = await RunAsync(["lab", .. path, "--json", "--pcap", Packets]);
        Assert.True(said.Exit == 0, said.Error);
        var comments = Commands
            .Run("tshark", "-r", Packets, "-Y", "frame.comment", "-T", "fields", "-e", "frame.interface_name", "-e", "frame.comment")
            .Split('\n', StringSplitOptions.RemoveEmptyEntries);
        Assert.Single(comments, "sender\tdropped: --loss names it");
        Assert.Equal(
            (int)JsonNode.Parse(said.Out)!["rows"]![0]!["dropped"]! - 1,
            comments.Count(line => line == "sender\tdropped: the queue was full")
        );
        Assert.Equal(
            ["receiver\trun 1 of 1: initial window 12 segments", "sender\trun 1 of 1: initial window 12 segments"],
            comments.Where(line => !line.Contains("dropped", StringComparison.Ordinal))
        );
        Assert.Contains("sender\tdropped: the queue was full", comments);
        // libpcap is more particular than Wireshark: it wants one link type that it does not rename.
        var counted = Commands.Run("tshark", "-r", Packets, "-T", "fields", "-e", "frame.number").Count(letter => letter == '\n');
        Assert.Equal(counted, Commands.Run("tcpdump", "-n", "-r", Packets).Count(letter => letter == '\n'));
    }

    [Fact]
    public async Task The_self_test_leaves_its_packets_too()
    {
        Privileged.Require();
        var said = await RunAsync("lab", "--self-test", "--pcap", Packets);
        Assert.True(said.Exit == 0, said.Out + said.Error);
        var read = await RunAsync("flight", Packets, "--interface", "sender");
        Assert.Contains(
            "Initial window: 2 segments in 1, 3 segments in 1, 10 segments in 1, 20 segments in 1.",
            read.Out,
            StringComparison.Ordinal
        );
    }

    [Fact]
    public async Task A_file_that_cannot_be_written_is_refused_before_anything_is_tried()
    {
        var said = await RunAsync("lab", "--size", "9kB", "--pcap", Path.Combine(_files, "nowhere", "page.pcapng"));
        Assert.Equal((64, ""), (said.Exit, said.Out));
        Assert.Matches(@"--pcap .*page\.pcapng: the file cannot be written \(.*\)\. Nothing was measured\.", said.Error);
    }

    [Fact]
    public async Task A_full_disk_is_said_and_the_figures_stay()
    {
        Privileged.Require();
        var said = await RunAsync("lab", "--size", "90kB", "--rtt", "2ms", "--iw", "10", "--runs", "1", "--pcap", "/dev/full");
        Assert.Equal(1, said.Exit);
        Assert.Contains("/dev/full lacks packets (No space left on device", said.Error, StringComparison.Ordinal);
        Assert.Contains("MEDIAN ms", said.Out, StringComparison.Ordinal);
    }

    [Fact]
    public void Without_privileges_no_file_is_left_and_an_older_one_stays()
    {
        Privileged.Require(); // to give up the privileges
        var older = Path.Combine(_files, "older.pcapng");
        File.WriteAllText(older, "older");
        foreach (var file in new[] { Packets, older })
        {
            string[] lab = ["lab", "--size", "9kB", "--pcap", file];
            var said = Commands.TryRun("setpriv", ["--bounding-set", "-all", "--inh-caps", "-all", Binaries.Agent, .. lab]);
            Assert.Equal(0, said.ExitCode);
            Assert.Contains($"{file} is not written: nothing was measured.", said.Error, StringComparison.Ordinal);
        }
        Assert.False(File.Exists(Packets));
        Assert.Equal("older", File.ReadAllText(older));
    }

    [Fact]
    public async Task An_interface_that_the_capture_lacks_is_refused_with_those_it_has()
    {
        Privileged.Require();
        await RunAsync("lab", "--size", "3kB", "--rtt", "2ms", "--iw", "10", "--runs", "1", "--pcap", Packets);
        var said = await RunAsync("flight", Packets, "--interface", "eth0");
        Assert.Equal(64, said.Exit);
        Assert.EndsWith("has packets of other interfaces only: 0 (sender), 1 (receiver).", said.Error.Trim(), StringComparison.Ordinal);
        var all = await RunAsync("flight", Packets);
        Assert.Contains("were seen on more than one interface", all.Out, StringComparison.Ordinal);
        Assert.Contains("Use --interface to read one of them.", all.Out, StringComparison.Ordinal);
    }

    public void Dispose() => Directory.Delete(_files, recursive: true);

    private static Task<Said> RunAsync(params string[] arguments) =>
        HostlessShell.RunAsync(arguments, ("lab", LabVerb.Create), ("flight", FlightVerb.Create));
}
