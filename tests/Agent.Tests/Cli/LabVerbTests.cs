using System.Text.Json;
using System.Text.Json.Nodes;
using IwTune.Agent.Cli.Laboratory;
using IwTune.Lab;
using IwTune.Shared.Fleet.Insight;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Tests.Cli;

/// <summary>The output of `iwtune lab`, with this kernel's TCP on an emulated path, and without privileges.</summary>
public sealed class LabVerbTests : IDisposable
{
    private readonly string _files = Directory.CreateTempSubdirectory("iwtune-lab-").FullName;

    [Fact]
    public async Task A_path_is_tried_and_leaves_nothing_behind()
    {
        Privileged.Require();
        var before = Things();
        var (capture, plot) = (Path.Combine(_files, "page.json"), Path.Combine(_files, "page.svg"));
        var said = await RunAsync(
            "--size",
            "30kB",
            "--rtt",
            "20ms",
            "--iw",
            "10,3",
            "--runs",
            "2",
            "--json",
            "--capture",
            capture,
            "--plot",
            plot
        );
        Assert.True(said.Exit == 0, said.Error);
        var json = JsonNode.Parse(said.Out)!;
        Assert.Equal("", (string)json["lacking"]!);
        var rows = json["rows"]!.AsArray();
        Assert.Equal([3, 10], rows.Select(row => (int)row!["iw"]!));
        Assert.Equal([3, 2], rows.Select(row => (int)row!["rounds"]!));
        Assert.All(rows, row => Assert.Equal(2, row!["measuredMs"]!.AsArray().Count));
        // Nothing arrives earlier than the path allows: never below the model, however busy the machine is.
        Assert.All(rows, row => Assert.True((double)row!["medianMs"]! >= (double)row["predictedMs"]! - 0.01, said.Out));
        var written = JsonSerializer.Deserialize(await File.ReadAllTextAsync(capture), InsightJson.Default.Capture)!;
        Assert.Empty(CaptureRules.Problems(written));
        Assert.Equal(["IW 3", "IW 10"], written.Arms.Select(arm => arm.Name));
        Assert.All(written.Arms, arm => Assert.Equal(30_000, arm.Received[^1].Bytes));
        Assert.All(written.Arms, arm => Assert.Equal(arm.InitCwnd!.Value * arm.Mss!.Value, Flight(arm)));
        Assert.StartsWith("<svg", await File.ReadAllTextAsync(plot), StringComparison.Ordinal);
        // Other tests also create links meanwhile and remove them.
        var left = Things().Except(before).ToList();
        await Until.TrueAsync(
            () => !Things().Intersect(left).Any(),
            () => $"left behind: {string.Join(", ", Things().Intersect(left))}",
            TimeSpan.FromMinutes(2)
        );
    }

    /// <summary>The links and the named namespaces of this machine, without the namespaces (iwt-…) in which other tests run.</summary>
    private static IReadOnlyList<string> Things() =>
        [
            .. Commands.Run("ip", "-o", "link").Split('\n').Select(link => "link" + link.Split(':').ElementAtOrDefault(1)),
            .. Commands
                .Run("ip", "netns")
                .Split('\n')
                .Where(space => !space.StartsWith(NetNamespace.Prefix, StringComparison.Ordinal))
                .Select(space => "namespace " + space.Split(' ')[0]),
        ];

    /// <summary>
    /// B + 1 fit: of 20 segments at a buffer of 9, ten are lost. The law is exact (docs/science.md, "Overflow of the first flight").
    /// </summary>
    [Fact]
    public async Task A_first_flight_that_does_not_fit_loses_what_the_law_says()
    {
        Privileged.Require();
        var said = await RunAsync(
            "--size",
            "28960",
            "--rtt",
            "100ms",
            "--rate",
            "100kbit",
            "--buffer",
            "9",
            "--iw",
            "20",
            "--runs",
            "1",
            "--capture",
            Path.Combine(_files, "c.json")
        );
        Assert.True(said.Exit == 0, said.Error);
        var arm = JsonSerializer
            .Deserialize(await File.ReadAllTextAsync(Path.Combine(_files, "c.json")), InsightJson.Default.Capture)!
            .Arms[0];
        var first = arm.Retransmits[0].At;
        // The bare acknowledgement of the request may still be on the link; then it takes the place of one more segment.
        Assert.InRange(arm.Dropped.Count(drop => drop.At < first), 20 - (9 + 1), 20 - 9);
        Assert.Contains("the first flight overruns the buffer by 10 packets", said.Out, StringComparison.Ordinal);
    }

    [Fact]
    public async Task The_self_test_counts_first_flights_to_the_byte()
    {
        Privileged.Require();
        var said = await RunAsync("--self-test");
        Assert.True(said.Exit == 0, said.Out + said.Error);
        Assert.Contains("10               14480     14480  as set", said.Out, StringComparison.Ordinal);
        Assert.Contains("20               28960     28960  as set", said.Out, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Connections_ask_together_and_each_gets_its_answer()
    {
        Privileged.Require();
        var said = await RunAsync("--size", "20kB", "--rtt", "10ms", "--iw", "10", "--runs", "1", "--connections", "4", "--json");
        Assert.True(said.Exit == 0, said.Error);
        Assert.Equal(4, JsonNode.Parse(said.Out)!["rows"]![0]!["measuredMs"]!.AsArray().Count);
    }

    [Fact]
    public async Task Each_run_is_a_line_where_nobody_watches()
    {
        Privileged.Require();
        var said = await RunAsync("--size", "5kB", "--rtt", "2ms", "--iw", "10", "--runs", "2");
        Assert.Matches(@"^run 1 of 2: IW 10, [0-9.]+ ms, \d+ retransmitted\nrun 2 of 2: ", said.Error);
        Assert.Contains("MEDIAN ms", said.Out, StringComparison.Ordinal);
    }

    [Fact]
    public void Without_privileges_the_model_speaks_and_says_how_to_get_the_rest()
    {
        Privileged.Require(); // to give up the privileges
        var result = Commands.TryRun(
            "setpriv",
            "--bounding-set",
            "-all",
            "--inh-caps",
            "-all",
            Binaries.Agent,
            "lab",
            "--size",
            "48kB",
            "--rtt",
            "90ms",
            "--iw",
            "3,10"
        );
        Assert.Equal(0, result.ExitCode);
        Assert.Contains("MODEL ms", result.Output, StringComparison.Ordinal);
        Assert.DoesNotContain("MEDIAN", result.Output, StringComparison.Ordinal);
        Assert.Contains("CAP_SYS_ADMIN and CAP_NET_ADMIN, as with 'sudo iwtune lab …'", result.Output, StringComparison.Ordinal);
    }

    [Fact]
    public async Task An_interrupted_trial_says_how_far_it_came_and_leaves_nothing()
    {
        Privileged.Require();
        var links = Commands.Run("ip", "link");
        using var process = LabProcess.Start(Binaries.Agent, ["lab", "--size", "20kB", "--rtt", "40ms", "--runs", "1000"]);
        await process.WaitForLineAsync("run 2 of");
        Commands.Run("kill", "-TERM", $"{process.Id}"); // like Ctrl+C; also works where a background shell ignores SIGINT
        Assert.Equal(1, await process.WaitForExitAsync());
        Assert.Matches(@"Interrupted after \d+ of 3000 runs; nothing is left behind\.", process.Output);
        Assert.Equal(links, Commands.Run("ip", "link"));
    }

    [Theory]
    [InlineData("--size is missing", "--rtt", "10ms")]
    [InlineData("--buffer needs --rate", "--size", "10kB", "--buffer", "5")]
    [InlineData("--size 'much'", "--size", "much")]
    [InlineData("--iw '0'", "--size", "1", "--iw", "0")]
    [InlineData("--rate '1bit'", "--size", "1", "--rate", "1bit")]
    [InlineData("--runs '0'", "--size", "1", "--runs", "0")]
    [InlineData("--connections '101'", "--size", "1", "--connections", "101")]
    [InlineData("--loss 'x'", "--size", "1", "--loss", "x")]
    [InlineData("--loss 36: the response has 34 packets.", "--size", "48kB", "--loss", "5,36")]
    public async Task What_makes_no_sense_is_told_and_nothing_is_tried(string expected, params string[] arguments)
    {
        var said = await RunAsync(arguments);
        Assert.Equal((64, ""), (said.Exit, said.Out));
        Assert.Contains(expected, said.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_congestion_control_that_this_kernel_does_not_have_is_told()
    {
        Privileged.Require();
        var said = await RunAsync("--size", "1kB", "--rtt", "1ms", "--runs", "1", "--cc", "nosuch");
        Assert.Contains("--cc nosuch:", said.Out, StringComparison.Ordinal);
        Assert.Contains("tcp_available_congestion_control", said.Out, StringComparison.Ordinal);
    }

    public void Dispose() => Directory.Delete(_files, recursive: true);

    /// <summary>Bytes that left before the first acknowledgement arrived.</summary>
    private static long Flight(CaptureArm arm) => arm.Sent.Last(point => point.At < arm.Acknowledged[0].At).Bytes;

    private static Task<Said> RunAsync(params string[] arguments) => HostlessShell.RunAsync(["lab", .. arguments], ("lab", LabVerb.Create));
}
