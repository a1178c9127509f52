using IwTune.Server.Console.Assets;

namespace IwTune.Server.Tests.Console;

public sealed class IconTests
{
    [Fact]
    public void The_icon_names_its_charset() => Assert.Equal("image/svg+xml; charset=utf-8", ConsoleAssets.Find("icon.svg")!.ContentType);
}
