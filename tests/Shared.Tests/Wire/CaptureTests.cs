using System.Text.Json;
using IwTune.Shared.Fleet.Insight;
using IwTune.Shared.Wire;

namespace IwTune.Shared.Tests.Wire;

public sealed class CaptureTests
{
    private static readonly Capture Sound = new()
    {
        Format = Capture.CurrentFormat,
        Title = "page, 48 kB",
        Taken = new DateTimeOffset(2026, 1, 2, 3, 4, 5, TimeSpan.Zero),
        SizeBytes = 2_896,
        RttMicroseconds = 90_000,
        Arms =
        [
            new()
            {
                Name = "IW 10",
                InitCwnd = 10,
                Mss = 1448,
                Sent = [new(45_000, 1448), new(45_010, 2896)],
                Received = [new(90_000, 1448), new(90_010, 2896)],
                Acknowledged = [new(135_000, 2896)],
                Allowed = [new(45_000, 64_240)],
                Retransmits = [new(200_000, 1448), new(210_000, 0)],
            },
        ],
    };

    public static TheoryData<string, Capture> Broken() =>
        new()
        {
            { "format", Sound with { Format = "iwtune-capture/2" } },
            { "title", Sound with { Title = "" } },
            { "title", Sound with { Title = null! } },
            { "title", Sound with { Title = "a\u0007" } },
            { "title", Sound with { Title = new string('x', 121) } },
            { "environment", Sound with { Environment = new string('x', 201) } },
            { "environment", Sound with { Environment = null! } },
            { "congestionControl", Sound with { CongestionControl = "a\n" } },
            { "sizeBytes", Sound with { SizeBytes = 0 } },
            { "sizeBytes", Sound with { SizeBytes = (64L << 20) + 1 } },
            { "rttMicroseconds", Sound with { RttMicroseconds = -1 } },
            { "rateBitsPerSecond", Sound with { RateBitsPerSecond = 0 } },
            { "queuePackets", Sound with { QueuePackets = -1 } },
            { "arms", Sound with { Arms = [] } },
            { "arms", Sound with { Arms = null! } },
            { "arms", Sound with { Arms = [.. Enumerable.Range(0, 5).Select(i => Sound.Arms[0] with { Name = $"{i}" })] } },
            { "arms[0]", Sound with { Arms = [null!] } },
            { "arms[1].name", Sound with { Arms = [Sound.Arms[0], Sound.Arms[0]] } },
            { "arms[0].name", Arm(arm => arm with { Name = "" }) },
            { "arms[0].initCwnd", Arm(arm => arm with { InitCwnd = 0 }) },
            { "arms[0].mss", Arm(arm => arm with { Mss = 65_536 }) },
            { "arms[0].sent", Arm(arm => arm with { Sent = null! }) },
            { "arms[0].sent", Arm(arm => arm with { Sent = [.. Enumerable.Repeat(new CapturePoint(0, 0), CaptureRules.MostPoints + 1)] }) },
            { "arms[0].sent[0]", Arm(arm => arm with { Sent = [null!] }) },
            { "arms[0].sent[1].at", Arm(arm => arm with { Sent = [new(5, 1), new(4, 2)] }) },
            { "arms[0].received[1].bytes", Arm(arm => arm with { Received = [new(5, 2), new(6, 1)] }) },
            { "arms[0].received[0].bytes", Arm(arm => arm with { Received = [new(5, 2897)] }) },
            { "arms[0].retransmits[0].bytes", Arm(arm => arm with { Retransmits = [new(5, -1)] }) },
            { "arms[0].dropped[0].at", Arm(arm => arm with { Dropped = [new(600_000_001, 0)] }) },
            { "arms[0]", Arm(arm => arm with { Sent = [], Received = [] }) },
        };

    [Fact]
    public void A_sound_one_has_no_problem_and_survives_its_file()
    {
        Assert.Empty(CaptureRules.Problems(Sound));
        var text = JsonSerializer.Serialize(Sound, InsightJson.Default.Capture);
        Assert.Equal(
            text,
            JsonSerializer.Serialize(JsonSerializer.Deserialize(text, InsightJson.Default.Capture), InsightJson.Default.Capture)
        );
    }

    [Fact]
    public void What_a_file_leaves_out_is_empty()
    {
        const string least =
            """{"format":"iwtune-capture/1","title":"t","taken":"2026-01-01T00:00:00Z","sizeBytes":1,"rttMicroseconds":1,"arms":[{"name":"a","received":[{"at":1,"bytes":1}]}]}""";
        var read = JsonSerializer.Deserialize(least, InsightJson.Default.Capture)!;
        Assert.Empty(CaptureRules.Problems(read));
        Assert.Empty(read.Arms[0].Sent);
    }

    [Theory]
    [MemberData(nameof(Broken))]
    public void A_broken_one_is_told_by_the_path_of_the_value(string path, Capture broken) =>
        Assert.Contains(
            CaptureRules.Problems(broken),
            problem => problem.StartsWith(path + ":", StringComparison.Ordinal) || problem.StartsWith(path + " ", StringComparison.Ordinal)
        );

    [Fact]
    public void All_problems_are_told_at_once() =>
        Assert.Equal(
            4,
            CaptureRules
                .Problems(
                    Sound with
                    {
                        Title = "",
                        SizeBytes = 3_000,
                        RttMicroseconds = -1,
                        Arms = [Sound.Arms[0] with { Name = "", Mss = 0 }],
                    }
                )
                .Count
        );

    private static Capture Arm(Func<CaptureArm, CaptureArm> change) => Sound with { Arms = [change(Sound.Arms[0])] };
}
