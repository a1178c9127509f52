using IwTune.Shared.Policies;

namespace IwTune.Shared.Tests.Policies;

public sealed class ScopeTests
{
    [Theory]
    [InlineData("default")]
    [InlineData("prefix:10.0.0.0/8")]
    [InlineData("prefix:2001:db8::/32")]
    [InlineData("interface:eth0")]
    [InlineData("interface:prefix:x")]
    [InlineData("table:100")]
    [InlineData("table:local")]
    [InlineData("table:4294967295")]
    [InlineData("containers:*")]
    [InlineData("containers:namespace:shop -pod:batch-* qos:burstable,guaranteed")]
    public void What_is_written_is_read_again(string text)
    {
        Assert.True(Scope.TryParse(text, out var scope));
        Assert.Equal(text, scope.ToString());
    }

    [Theory]
    [InlineData("")]
    [InlineData("Default")]
    [InlineData("prefix:")]
    [InlineData("prefix:10.0.0.0")]
    [InlineData("prefix:10.0.0.0/33")]
    [InlineData("interface:")]
    [InlineData("default ")]
    [InlineData("table:")]
    [InlineData("containers:")]
    [InlineData("containers:web")]
    [InlineData("containers:app:web")]
    [InlineData("table:main")]
    [InlineData("table:254")]
    [InlineData("table:007")]
    public void Anything_else_is_refused(string text) => Assert.False(Scope.TryParse(text, out _));
}
