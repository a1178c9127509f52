using System.Text.Json;
using IwTune.Shared.Fleet.Insight;
using IwTune.Shared.Wire;

namespace IwTune.Shared.Tests.Wire;

public sealed class SurveyTests
{
    private static readonly SurveyReading Read = new()
    {
        Host = "www.example.org",
        Port = 443,
        Tls = true,
        Address = "192.0.2.1",
        Taken = new DateTimeOffset(2026, 1, 2, 3, 4, 5, TimeSpan.Zero),
        Segments = 10,
        Verdict = FlightVerdict.IwLimited,
        Bytes = 5_240,
        Mss = 524,
        RttMicroseconds = 2_100,
        ReceiveWindow = 64_240,
        ReceiveScale = 7,
    };

    private static readonly SurveyReading Unread = new()
    {
        Host = "2001:db8::1",
        Port = 80,
        Tls = false,
        Taken = Read.Taken,
        Failure = "Nothing listens there.",
    };

    private static readonly Survey Sound = new()
    {
        Format = Survey.CurrentFormat,
        Started = Read.Taken,
        Readings = [Read, Unread],
    };

    public static TheoryData<string, Survey> Broken() =>
        new()
        {
            { "format", Sound with { Format = "iwtune-survey/2" } },
            { "readings", Sound with { Readings = [] } },
            { "readings", Sound with { Readings = null! } },
            { "readings", Sound with { Readings = [.. Enumerable.Range(1, 1001).Select(port => Read with { Port = port })] } },
            { "readings[1]", Sound with { Readings = [Read, null!] } },
            { "readings[1]", Sound with { Readings = [Read, Read] } },
            { "readings[0].host", One(Read with { Host = "" }) },
            { "readings[0].host", One(Read with { Host = null! }) },
            { "readings[0].host", One(Read with { Host = "WWW.example.org" }) },
            { "readings[0].host", One(Read with { Host = "a<b>" }) },
            { "readings[0].host", One(Read with { Host = new string('a', 254) }) },
            { "readings[0].port", One(Read with { Port = 0 }) },
            { "readings[0].address", One(Read with { Address = "example" }) },
            { "readings[0].address", One(Read with { Address = null! }) },
            { "readings[0].segments", One(Read with { Segments = 0 }) },
            { "readings[0].segments", One(Read with { Segments = null, Failure = "x" }) },
            { "readings[0].segments", One(Read with { Verdict = null }) },
            { "readings[0].segments", One(Read with { Failure = "x" }) },
            { "readings[0].verdict", One(Read with { Verdict = (FlightVerdict)9 }) },
            { "readings[0].bytes", One(Read with { Bytes = 0 }) },
            { "readings[0].mss", One(Read with { Mss = 65_536 }) },
            { "readings[0].rttMicroseconds", One(Read with { RttMicroseconds = -1 }) },
            { "readings[0].receiveWindow", One(Read with { ReceiveWindow = 65_536 }) },
            { "readings[0].receiveScale", One(Read with { ReceiveScale = 15 }) },
            { "readings[0].failure", One(Unread with { Failure = "" }) },
            { "readings[0].failure", One(Unread with { Failure = "a\u0007" }) },
            { "readings[0].failure", One(Unread with { Failure = new string('x', 501) }) },
            { "readings[0].failure", One(Unread with { Failure = null! }) },
        };

    [Fact]
    public void A_sound_one_has_no_problem_and_survives_its_file()
    {
        Assert.Empty(SurveyRules.Problems(Sound));
        var text = JsonSerializer.Serialize(Sound, InsightJson.Default.Survey);
        var read = JsonSerializer.Deserialize(text, InsightJson.Default.Survey)!;
        Assert.Equal(Sound.Readings, read.Readings);
        Assert.Equal(Sound with { Readings = [] }, read with { Readings = [] });
    }

    [Theory]
    [MemberData(nameof(Broken))]
    public void Each_problem_names_its_place(string place, Survey broken) =>
        Assert.Contains(SurveyRules.Problems(broken), problem => problem.StartsWith($"{place}:", StringComparison.Ordinal));

    [Fact]
    public void All_problems_are_named_at_once() =>
        Assert.Equal(3, SurveyRules.Problems(One(Read with { Port = 0, Mss = 0 }) with { Format = "" }).Count);

    [Theory]
    [InlineData(10, true, 4, true, true)]
    [InlineData(10, true, 10, true, false)]
    [InlineData(8, false, 10, true, false)]
    [InlineData(12, false, 10, true, true)]
    [InlineData(10, true, 4, false, false)]
    [InlineData(10, true, 12, false, true)]
    [InlineData(4, false, 40, false, false)]
    [InlineData(null, true, 10, true, false)]
    [InlineData(10, true, null, true, false)]
    public void A_window_changed_when_both_readings_cannot_be_true(int? now, bool exact, int? was, bool wasExact, bool changed) =>
        Assert.Equal(changed, Window(now, exact).DiffersFrom(Window(was, wasExact)));

    [Theory]
    [InlineData("10", 10, true)]
    [InlineData("≥ 8", 8, false)]
    [InlineData("–", null, false)]
    public void A_least_value_is_marked(string text, int? segments, bool exact) => Assert.Equal(text, Window(segments, exact).WindowText());

    [Fact]
    public void An_address_of_version_6_has_brackets_before_its_port() => Assert.Equal("[2001:db8::1]:80", Unread.Service());

    private static SurveyReading Window(int? segments, bool exact) =>
        Read with
        {
            Segments = segments,
            Verdict = exact ? FlightVerdict.IwLimited : FlightVerdict.DataLimited,
        };

    private static Survey One(SurveyReading reading) => Sound with { Readings = [reading] };
}
