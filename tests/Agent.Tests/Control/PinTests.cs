using IwTune.Agent.Control;

namespace IwTune.Agent.Tests.Control;

public sealed class PinTests
{
    private const string Hex = "db0ed81054d0bf9dee106d9006ebb5391a60e4c78a9c03df86aafa0101efc03d";

    [Theory]
    [InlineData(Hex)]
    [InlineData("sha256:" + Hex)]
    [InlineData("SHA256:DB0ED81054D0BF9DEE106D9006EBB5391A60E4C78A9C03DF86AAFA0101EFC03D")]
    [InlineData(" sha256:" + Hex + "\n")]
    public void The_same_pin_in_every_way_people_write_it(string text)
    {
        Assert.True(CaPin.TryParse(text, out var pin));
        Assert.Equal("sha256:" + Hex, pin.ToString());
    }

    [Theory]
    [InlineData("")]
    [InlineData("sha256:")]
    [InlineData("sha1:" + Hex)]
    [InlineData(Hex + "0")]
    [InlineData("zz0ed81054d0bf9dee106d9006ebb5391a60e4c78a9c03df86aafa0101efc03d")]
    public void Anything_else_is_no_pin(string text) => Assert.False(CaPin.TryParse(text, out _));
}
