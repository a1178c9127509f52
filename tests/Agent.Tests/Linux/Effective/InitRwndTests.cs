using IwTune.Agent.Engine.Flights;
using IwTune.Agent.Linux.Effective;
using IwTune.Shared.Model;

namespace IwTune.Agent.Tests.Linux.Effective;

/// <summary>
/// The effect of an initrwnd by the kernel's rules; <see cref="ReceiveWindowTests"/> shows that this kernel follows them.
/// </summary>
public sealed class InitRwndTests
{
    private const long Usual = 131072,
        Large = 4 << 20,
        Ceiling = 32 << 20;

    [Theory]
    [InlineData(1, Usual, ReceiveEffect.Caps, 2048, 64512)]
    [InlineData(10, Usual, ReceiveEffect.Caps, 15360, 64512)]
    [InlineData(44, Usual, ReceiveEffect.None, 64512, 64512)]
    [InlineData(100, Usual, ReceiveEffect.None, 64512, 64512)]
    [InlineData(2000, Usual, ReceiveEffect.None, 64512, 64512)]
    [InlineData(100, Large, ReceiveEffect.Caps, 146432, 2097152)]
    [InlineData(400, Large, ReceiveEffect.Caps, 584704, 2097152)]
    public void Since_4_20_it_only_caps(int segments, long buffer, ReceiveEffect effect, long with, long without)
    {
        var window = new InitRwnd("6.18.44", (buffer, Ceiling)).Of(segments, 1460);
        Assert.Equal((effect, segments, with, without), (window.Effect, window.Segments, window.With, window.Without));
    }

    [Theory]
    [InlineData("4.19.0-27-amd64", 44, ReceiveEffect.Raises)]
    [InlineData("3.10.0-1160.el7.x86_64", 44, ReceiveEffect.Raises)]
    [InlineData("4.19.0-27-amd64", 20, ReceiveEffect.None)]
    [InlineData("4.19.0-27-amd64", 10, ReceiveEffect.Caps)]
    [InlineData("4.20.0", 44, ReceiveEffect.None)]
    [InlineData("6.1.0-18-amd64", 44, ReceiveEffect.None)]
    [InlineData("", 44, ReceiveEffect.None)]
    public void Before_4_20_it_raises_from_twenty_segments(string kernel, int segments, ReceiveEffect effect)
    {
        var window = new InitRwnd(kernel, (Usual, Ceiling)).Of(segments, 1460);
        Assert.Equal(effect, window.Effect);
        Assert.Contains(
            effect switch
            {
                ReceiveEffect.Raises => "raises: ",
                ReceiveEffect.Caps => "caps: ",
                _ => "no effect: ",
            },
            window.Note,
            StringComparison.Ordinal
        );
    }

    [Theory]
    [InlineData("4096\t131072\t6291456", 131072, 6291456)]
    [InlineData("4096 87380 16777216", 87380, 16777216)]
    [InlineData("", 131072, 6291456)]
    [InlineData("a b c", 131072, 6291456)]
    public void The_sysctls_columns_are_read(string columns, long normal, long most) =>
        Assert.Equal((normal, most), FirstReceiveWindow.ReceiveBuffer(columns));
}
