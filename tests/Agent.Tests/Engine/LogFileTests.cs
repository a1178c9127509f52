using IwTune.Agent.Engine;

namespace IwTune.Agent.Tests.Engine;

public sealed class LogFileTests : IDisposable
{
    private readonly string _directory = Directory.CreateTempSubdirectory("iwtune-log-").FullName;

    private string Path => System.IO.Path.Combine(_directory, LogFile.Name);

    [Fact]
    public void Every_line_has_its_time_and_how_much_it_matters()
    {
        var log = new LogFile(Path, new TestClock());

        log.Write(LogSeverity.Information, "serves");
        log.Write(LogSeverity.Warning, "look");
        log.Write(LogSeverity.Error, "first\r\nsecond");

        Assert.Equal(
            """
            2026-11-21T12:00:00.000Z info serves
            2026-11-21T12:00:00.000Z warning look
            2026-11-21T12:00:00.000Z error first
                second

            """,
            File.ReadAllText(Path)
        );
    }

    [Fact]
    public void However_much_is_logged_two_files_of_bounded_size_hold_the_end_of_it()
    {
        var log = new LogFile(Path, new TestClock(), limit: 1000);

        for (var i = 0; i < 500; i++)
            log.Write(LogSeverity.Information, $"line {i}");

        Assert.Equal(2, Directory.GetFiles(_directory).Length);
        Assert.All(Directory.GetFiles(_directory), file => Assert.InRange(new FileInfo(file).Length, 1, 1000));
        var kept = File.ReadAllLines(Path + ".1")
            .Concat(File.ReadAllLines(Path))
            .Select(line => int.Parse(line[(line.LastIndexOf(' ') + 1)..], System.Globalization.CultureInfo.InvariantCulture))
            .ToList();
        Assert.Equal(Enumerable.Range(500 - kept.Count, kept.Count), kept);
        Assert.True(kept.Count > 20);
    }

    [Fact]
    public void Lines_of_several_threads_do_not_mix()
    {
        var log = new LogFile(Path, new TestClock());

        Parallel.For(0, 200, i => log.Write(LogSeverity.Information, new string((char)('a' + (i % 26)), 300)));

        Assert.All(File.ReadAllLines(Path), line => Assert.Single(line.Split(' ')[2].Distinct()));
        Assert.Equal(200, File.ReadAllLines(Path).Length);
    }

    [Fact]
    public void A_file_that_cannot_be_written_stops_nobody()
    {
        var log = new LogFile(System.IO.Path.Combine(_directory, "nowhere", LogFile.Name), new TestClock());

        log.Write(LogSeverity.Error, "lost");

        Assert.Empty(Directory.GetFileSystemEntries(_directory));
    }

    public void Dispose() => Directory.Delete(_directory, recursive: true);
}
