using IwTune.Server.Hosting.Windows;
using Microsoft.Extensions.Logging;

namespace IwTune.Server.Tests.Hosting.Windows;

public sealed class ServiceEventTests
{
    private readonly List<ServiceEvent> written = [];

    [Theory]
    [InlineData(LogLevel.Warning, 200)]
    [InlineData(LogLevel.Error, 300)]
    [InlineData(LogLevel.Critical, 300)]
    public void A_warning_or_an_error_of_the_log_becomes_one_entry_whose_id_shows_how_much_it_matters(LogLevel level, int id)
    {
        using var provider = new ServiceEventProvider(written.Add);
        provider.CreateLogger("IwTune.Server.Storage").Log(level, new EventId(1234567890), "the disk is full", null, (text, _) => text);
        var entry = Assert.Single(written);
        Assert.Equal((level, id, "IwTune.Server.Storage: the disk is full"), (entry.Level, entry.Id, entry.Text));
    }

    [Theory]
    [InlineData(LogLevel.Trace)]
    [InlineData(LogLevel.Debug)]
    [InlineData(LogLevel.Information)]
    [InlineData(LogLevel.None)]
    public void Everything_below_a_warning_is_left_out(LogLevel level)
    {
        using var provider = new ServiceEventProvider(written.Add);
        provider.CreateLogger("x").Log(level, default, "y", null, (text, _) => text);
        Assert.Empty(written);
    }

    [Fact]
    public void An_exception_is_in_the_entry_and_an_entry_is_never_longer_than_windows_takes()
    {
        var entry = ServiceEvent.Of(LogLevel.Error, "x", new string('y', 40_000), new InvalidOperationException("why"));
        Assert.Equal(ServiceEvent.Longest, entry.Text.Length);
        Assert.Contains(
            "why",
            ServiceEvent.Of(LogLevel.Error, "x", "y", new InvalidOperationException("why")).Text,
            StringComparison.Ordinal
        );
    }

    [Fact]
    public async Task Each_line_on_standard_error_becomes_one_error()
    {
        await using var lines = new ServiceEventLines(written.Add) { NewLine = "\r\n" };
        await lines.WriteLineAsync("iwtune-server: --listen: wrong");
        lines.Write("iwtune-server: a whole ");
        lines.WriteLine("line\nand one more");
        lines.WriteLine();
        Assert.Equal(
            ["iwtune-server: --listen: wrong", "iwtune-server: a whole line", "and one more"],
            written.Select(entry => entry.Text)
        );
        Assert.All(written, entry => Assert.Equal(300, entry.Id));
    }
}
