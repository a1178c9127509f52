using IwTune.Agent.Linux.Doctor.Reading;

namespace IwTune.Agent.Tests.Linux.Doctor;

public sealed class TcpCountersTests
{
    [Fact]
    public void A_capture_of_both_files_is_read()
    {
        var counters = TcpCounters.Parse(File.ReadLines(Path.Combine(AppContext.BaseDirectory, "fixtures/linux/snmp.txt")));
        Assert.Equal((7821065, 440), (counters["OutSegs"], counters["RetransSegs"]));
        Assert.Equal(-1, counters["MaxConn"]);
        Assert.True(counters.ContainsKey("TCPSynRetrans"));
        Assert.False(counters.ContainsKey("InDatagrams"));
    }

    [Theory]
    [InlineData("Tcp: A B")]
    [InlineData("Tcp: A B\nTcp: 1")]
    [InlineData("Tcp: A B\nTcpExt: 1 2")]
    [InlineData("Tcp: A\nTcp: x")]
    [InlineData("")]
    public void Lines_that_do_not_belong_together_give_nothing(string text) => Assert.Empty(TcpCounters.Parse(text.Split('\n')));
}
