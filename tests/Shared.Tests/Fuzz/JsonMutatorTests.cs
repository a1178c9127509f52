using System.Text.Json;
using IwTune.Fuzz.Guiding;
using IwTune.Shared.Statistics;

namespace IwTune.Shared.Tests.Fuzz;

public sealed class JsonMutatorTests
{
    private const int Longest = 200;

    [Fact]
    public void What_is_made_of_JSON_is_nearly_always_JSON_and_of_many_kinds()
    {
        byte[][] documents =
        [
            """{"counter":1,"bootId":"b","held":{"sequence":7,"digest":"sha256:y"},"list":[1,{"a":[]},-0.5,null]}"""u8.ToArray(),
            """["a","b\"c",{"d":true}]"""u8.ToArray(),
        ];
        var mutator = new JsonMutator(new SeededRandom(1), ["held", "digest", "{\"", "sha256:x"], Longest);
        var made = Enumerable.Range(0, 4000).Select(i => mutator.Of(documents[i % 2], documents[i / 2 % 2])!).ToList();
        Assert.All(made, input => Assert.InRange(input.Length, 0, Longest));
        Assert.InRange(made.Count(IsJson), made.Count * 9 / 10, made.Count);
        Assert.InRange(
            made.Select(input => Convert.ToHexString(input)).Distinct(StringComparer.Ordinal).Count(),
            made.Count / 2,
            made.Count
        );
    }

    [Theory]
    [InlineData("")]
    [InlineData("policy: {")]
    [InlineData("{\"a\":1")]
    public void Of_what_is_no_JSON_none_is_made(string text) =>
        Assert.Null(new JsonMutator(new SeededRandom(1), [], Longest).Of(System.Text.Encoding.UTF8.GetBytes(text), "{}"u8.ToArray()));

    private static bool IsJson(byte[] input)
    {
        var reader = new Utf8JsonReader(input, new JsonReaderOptions { AllowMultipleValues = true });
        try
        {
            while (reader.Read()) { }
            return true;
        }
        catch (JsonException)
        {
            return false;
        }
    }
}
