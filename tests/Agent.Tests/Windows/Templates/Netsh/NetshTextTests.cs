using System.Text;
using IwTune.Agent.Windows.Templates.Netsh;

namespace IwTune.Agent.Tests.Windows.Templates.Netsh;

public sealed class NetshTextTests
{
    /// <summary>Every capture of the supplemental block, in the code page that its host writes.</summary>
    public static TheoryData<string, int, string?, int, string?, string> Blocks =>
        new()
        {
            {
                "netsh-show-supplemental-win11-en-US",
                437,
                "internet",
                10,
                "cubic",
                "CwndRestart=disabled DelayedAckFrequency=2 DelayedAckTimeout=40 MinRto=300 Rack=enabled TailLossProbe=enabled"
            },
            {
                "netsh-show-supplemental-template-internet-2023-en-US",
                437,
                null,
                10,
                "cubic",
                "CwndRestart=disabled DelayedAckFrequency=2 DelayedAckTimeout=40 MinRto=300 Rack=enabled TailLossProbe=enabled"
            },
            {
                "netsh-show-supplemental-win10or11-custom-default-de-DE",
                850,
                "custom",
                10,
                "dctcp",
                "CwndRestart=disabled DelayedAckFrequency=2 DelayedAckTimeout=10 MinRto=20"
            },
            { "netsh-show-supplemental-2008r2-kb2472264-en-US", 437, "internet", 2, null, "DelayedAckTimeout=200 MinRto=300" },
        };

    [Theory, MemberData(nameof(Blocks))]
    public void A_block_is_read_in_every_language_and_shape_that_was_captured(
        string capture,
        int codePage,
        string? byDefault,
        int window,
        string? provider,
        string others
    )
    {
        foreach (var output in AsWritten(capture, codePage))
        {
            var text = NetshText.Cut(output);
            var (block, problem) = NetshSupplemental.Read(text);
            Assert.Equal("", problem);
            Assert.Equal((byDefault, window, provider), (text.DefaultWord, block!.InitialCongestionWindow, block.CongestionProvider));
            Assert.Equal(
                others,
                string.Join(' ', block.Others.OrderBy(pair => pair.Key, StringComparer.Ordinal).Select(pair => $"{pair.Key}={pair.Value}"))
            );
        }
    }

    [Theory]
    [InlineData("netsh-show-supplemental-2008r2-no-hotfix-en-US", 437)]
    [InlineData("netsh-set-supplemental-not-elevated-win10or11-de-DE", 850)]
    [InlineData("netsh-set-global-not-elevated-win10or11-de-DE", 850)]
    [InlineData("netsh-set-ok-win10or11-en-US", 437)]
    public void What_is_no_block_has_no_values_and_no_default(string capture, int codePage)
    {
        var text = NetshText.Cut(Capture.Bytes(capture, codePage));
        Assert.Empty(text.Values);
        Assert.Null(text.DefaultWord);
        Assert.Null(NetshSupplemental.Read(text).Block);
    }

    [Theory]
    [InlineData("netsh-show-global-server2012-en-US", 437, "enabled normal enabled ?")]
    [InlineData("netsh-show-global-server2016or2019-en-US", 437, "enabled normal enabled off")]
    [InlineData("netsh-show-global-win10or11-en-US", 437, "enabled normal enabled off")]
    [InlineData("netsh-show-global-win10or11-de-DE", 850, "enabled normal disabled off")]
    [InlineData("netsh-show-global-win10or11-zh-CN", 936, "enabled normal enabled off")]
    [InlineData("netsh-show-global-win11-ja-JP", 932, "enabled normal enabled off")]
    public void The_global_parameters_are_read_in_every_language_that_was_captured(string capture, int codePage, string expected)
    {
        foreach (var output in AsWritten(capture, codePage))
        {
            var global = NetshGlobal.Read(output);
            Assert.Equal(
                expected,
                string.Join(
                    ' ',
                    new[] { global.ReceiveSideScaling, global.AutoTuningLevel, global.SegmentCoalescing, global.PacingProfile }.Select(
                        value => value ?? "?"
                    )
                )
            );
        }
    }

    [Theory]
    [InlineData("netsh-show-heuristics-server2012-en-US")]
    [InlineData("netsh-interface-tcp-show-help-win10or11-zh-CN")]
    [InlineData("netsh-show-supplemental-win11-en-US")]
    public void No_global_parameter_is_read_from_another_text(string capture) =>
        Assert.Equal(new NetshGlobal(null, null, null, null), NetshGlobal.Read(Capture.Bytes(capture)));

    [Theory]
    [InlineData("Initial Congestion Window (MSS)     : ten\n", "the initial congestion window is not a number: “ten”")]
    [InlineData("Initial Congestion Window (MSS)     :\n", "the initial congestion window is not a number: “”")]
    [InlineData("Initial Congestion Window (MSS)     : -2\n", "the initial congestion window is not a number: “-2”")]
    [InlineData("Initial Congestion Window (MSS)     : 0\n", "the initial congestion window is 0, which no template can have")]
    [InlineData("Initial Congestion Window (MSS)     : 1000\n", "the initial congestion window is 1000, which no template can have")]
    [InlineData("Initial Congestion Window (MSS)     : 1", "the text ends within the initial congestion window")]
    [InlineData("Minimum RTO : 300\n", "no line is the initial congestion window")]
    [InlineData("Provider : cubic\nFrequency : 2\n", "no line is the initial congestion window")]
    [InlineData("A (MSS) : 4\nB (MSS) : 10\n", "more than one line is marked with (MSS)")]
    [InlineData("", "no line with a value was printed")]
    public void What_cannot_be_read_is_named(string text, string problem) =>
        Assert.Equal((null, problem), NetshSupplemental.Read(NetshText.Cut(Encoding.ASCII.GetBytes(text))));

    [Fact]
    public void Without_the_unit_the_second_line_is_the_window() =>
        Assert.Equal(
            10,
            NetshSupplemental
                .Read(
                    NetshText.Cut("----------------------------------------------\nRTO minimal : 300 \r\nFen\u00EAtre initiale : 10 \r\n"u8)
                )
                .Block?.InitialCongestionWindow
        );

    // As stored, and with the details of every exact capture: a blank behind each value, CRLF, an empty line at the end.
    private static IEnumerable<byte[]> AsWritten(string capture, int codePage)
    {
        yield return Capture.Bytes(capture, codePage);
        var lines = Capture
            .Text(capture)
            .Replace("\r", "", StringComparison.Ordinal)
            .TrimEnd('\n')
            .Split('\n')
            .Select(line => line.TrimEnd());
        yield return OemCodePage
            .Of(codePage)
            .GetBytes(
                string.Concat(lines.Select(line => line + (line.Contains(" :", StringComparison.Ordinal) ? " \r\n" : "\r\n"))) + "\r\n"
            );
    }
}
