namespace IwTune.EndToEnd.Console;

/// <summary>The pages about Windows hosts, in both themes and at two widths; pictures are kept in artifacts/screens.</summary>
public sealed class WindowsScreensTests(Browser browser)
{
    [Fact]
    public async Task Hosts_that_cannot_are_Unsupported_and_told_beforehand()
    {
        await using var server = await ConsoleServer.StartAsync();
        await SeededWindows.MakeAsync(server);
        await using var session = await browser.OpenAsync(server);
        await session.SignInAsync();
        foreach (
            var (name, path, expected) in ((string, string, string[])[])
                [
                    ("windows-hosts", "/hosts", ["Compliant", "Unsupported"]),
                    (
                        "windows-host",
                        "/hosts/ams-win-2022",
                        ["10.0.20348.2113", "Automatic (Datacenter or Internet by round trip)", "template Internet"]
                    ),
                    ("windows-host-older", "/hosts/ams-win-2012r2", ["Unsupported", "DatacenterCustom carries the default scope"]),
                    ("windows-client", "/hosts/ams-client", ["Unsupported", "none (client edition)"]),
                    (
                        "windows-policy",
                        "/policies/windows",
                        ["Limited systems", "2 Windows hosts with this policy", "ams-win-2012r2", "Unsupported on Windows Server 2012 R2"]
                    ),
                ]
        )
        {
            var answer = await session.Page.GotoAsync(path);
            Assert.True(answer!.Ok, $"{path}: {answer.Status}");
            foreach (var look in (Look[])[Look.Light, Look.Dark, Look.Phone])
            {
                Look.AssertNone(await look.FaultsAsync(session.Page, name));
                var text = await session.Page.InnerTextAsync("main");
                Assert.All(expected, words => Assert.Contains(words, text, StringComparison.OrdinalIgnoreCase));
            }
        }
        session.AssertQuiet();
    }
}
