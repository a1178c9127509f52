using IwTune.Agent.Ports;

namespace IwTune.Agent.Tests.Ports;

public sealed class HostWordsTests
{
    [Fact]
    public void An_example_loses_sudo_where_there_is_none()
    {
        Assert.Equal("iwtune rollback", HostWords.Windows.Typed("sudo iwtune rollback"));
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
}
