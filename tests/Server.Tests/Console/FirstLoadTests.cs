using System.IO.Compression;
using System.Text.RegularExpressions;
using IwTune.Server.Tests.Running;

namespace IwTune.Server.Tests.Console;

public sealed partial class FirstLoadTests
{
    private const int MostBytes = 120_000;

    [Fact]
    public async Task The_first_page_with_its_files_is_compressed_and_small()
    {
        await using var server = await RunningServer.StartAsync();
        using var person = await Person.SignedInAsync(server);
        var bytes = 0L;
        var seen = new HashSet<string>(StringComparer.Ordinal);
        var open = new Queue<string>(["/"]);
        while (open.TryDequeue(out var address))
        {
            if (!seen.Add(address))
                continue;
            using var request = new HttpRequestMessage(HttpMethod.Get, address) { Headers = { { "Accept-Encoding", "br" } } };
            using var answer = await person.Http.SendAsync(request);
            var sent = await answer.Content.ReadAsByteArrayAsync();
            Assert.Equal("br", Assert.Single(answer.Content.Headers.ContentEncoding));
            bytes += sent.Length;
            await using var brotli = new BrotliStream(new MemoryStream(sent), CompressionMode.Decompress);
            var text = await new StreamReader(brotli).ReadToEndAsync();
            foreach (Match file in Files().Matches(text))
                open.Enqueue(new Uri(new Uri(server.Url, address), file.Groups["page"].Value + file.Groups["module"].Value).PathAndQuery);
        }
        Assert.InRange(seen.Count, 15, 60);
        Assert.InRange(bytes, 10_000, MostBytes);
    }

    // What a page loads, and what a module loads.
    [GeneratedRegex(
        "(?:src|href)=\"(?<page>/assets/[^\"]+)\"|from \"(?<module>\\./[^\"]+)\"",
        RegexOptions.None,
        matchTimeoutMilliseconds: 1000
    )]
    private static partial Regex Files();
}
