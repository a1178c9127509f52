using IwTune.Agent.Ports;

namespace IwTune.Agent.Tests.Ports;

public sealed class HostWordsTests
{
    [Fact]
    public void An_example_loses_sudo_where_there_is_none()
    {
        Assert.Equal("iwtune rollback", HostWords.Windows.Typed("sudo iwtune rollback"));
        Assert.Equal("iwtune stop && iwtune show", HostWords.Windows.Typed("sudo iwtune stop && sudo iwtune show"));
        Assert.Equal("sudo iwtune rollback", HostWords.Linux.Typed("sudo iwtune rollback"));
        Assert.Equal("iwtune show", HostWords.Windows.Typed("iwtune show"));
    }

    [Fact]
    public void Nobody_on_Windows_is_told_of_sudo_root_or_systemctl() =>
        Assert.Empty(
            from word in typeof(HostWords).GetProperties().Where(property => property.PropertyType == typeof(string))
            let text = (string)word.GetValue(HostWords.Windows)!
            where
                text.Contains("sudo", StringComparison.Ordinal)
                || text.Contains("root", StringComparison.Ordinal)
                || text.Contains("systemctl", StringComparison.Ordinal)
            select word.Name
        );

    [Fact]
    public void The_script_that_restores_by_hand_is_one_of_the_system_it_is_for()
    {
        var (form, kept, run) = HostWords.Windows.ByHand;
        Assert.Contains("PowerShell", form, StringComparison.Ordinal);
        Assert.DoesNotContain("route", form, StringComparison.Ordinal);
        Assert.All([kept, run], line => Assert.EndsWith(@"C:\undo.ps1", line, StringComparison.Ordinal));
    }
}
