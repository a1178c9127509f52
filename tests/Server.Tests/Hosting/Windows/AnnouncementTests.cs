using IwTune.Server.Cli.Running;

namespace IwTune.Server.Tests.Hosting.Windows;

public sealed class AnnouncementTests
{
    private const string Password = "correct-horse",
        Store = "--data \"C:\\ProgramData\\IwTune Server\"";

    [Fact]
    public void A_service_never_says_the_first_password_because_others_may_read_the_event_log_or_the_journal()
    {
        var lines = Announcement.First("ada", Password, Store, logged: true);
        Assert.DoesNotContain(lines, line => line.Contains(Password, StringComparison.Ordinal));
        Assert.Contains(lines, line => line.EndsWith($"iwtune-server user reset ada {Store}", StringComparison.Ordinal));
    }

    [Fact]
    public void A_console_shows_it_once() =>
        Assert.Contains(
            Announcement.First("ada", Password, Store, logged: false),
            line => line.EndsWith(Password, StringComparison.Ordinal)
        );
}
