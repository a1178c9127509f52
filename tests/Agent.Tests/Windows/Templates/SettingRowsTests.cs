using IwTune.Agent.Windows.Templates;

namespace IwTune.Agent.Tests.Windows.Templates;

public sealed class SettingRowsTests
{
    private enum Generated
    {
        CUBIC = 7,
    }

    [Fact]
    public void Generated_enumerations_are_taken_by_their_name()
    {
        var reading = Read(Row(("SettingName", "Internet"), ("InitialCongestionWindow", 10u), ("CongestionProvider", Generated.CUBIC)));
        Assert.Equal("CUBIC", Assert.Single(reading.Templates).CongestionProvider);
    }

    [Theory]
    [InlineData((byte)2, "CTCP")]
    [InlineData((byte)3, "DCTCP")]
    [InlineData("3", "DCTCP")]
    [InlineData((byte)5, "5")]
    [InlineData("LEDBAT", "LEDBAT")]
    [InlineData(null, null)]
    public void Only_documented_numbers_of_congestion_controls_get_names(object? value, string? expected) =>
        Assert.Equal(
            expected,
            Read(Row(("SettingName", "Internet"), ("InitialCongestionWindow", 10u), ("CongestionProvider", value)))
                .Templates[0]
                .CongestionProvider
        );

    [Fact]
    public void A_property_may_be_spelled_in_any_case_and_come_as_text() =>
        Assert.Equal(
            16,
            Read(Row(("settingname", "DATACENTER"), ("initialcongestionwindow", " 16 "))).Templates[0].InitialCongestionWindow
        );

    [Fact]
    public void The_name_of_the_parameter_is_not_the_name_of_the_property() =>
        Assert.Equal(
            "Internet has no property InitialCongestionWindow; MSFT_NetTCPSetting is another class here",
            Read(Row(("SettingName", "Internet"), ("InitialCongestionWindowMss", 10u))).Problem
        );

    [Fact]
    public void A_template_that_nobody_knows_yet_is_passed_over() =>
        Assert.Equal(
            [TemplateName.Internet],
            Read(
                Row(("SettingName", "Satellite"), ("InitialCongestionWindow", 20u)),
                Row(("SettingName", "3"), ("InitialCongestionWindow", 20u)),
                Row(("SettingName", "Internet"), ("InitialCongestionWindow", 10u))
            )
                .Templates.Select(template => template.Name)
        );

    [Theory]
    [InlineData("many", "InitialCongestionWindow of Internet is not a number")]
    [InlineData(-4, "InitialCongestionWindow of Internet is not a number")]
    [InlineData(true, "InitialCongestionWindow of Internet is not a number")]
    [InlineData(null, "no template has an initial congestion window")]
    public void A_window_that_is_none_is_a_problem(object? value, string problem) =>
        Assert.Equal(problem, Read(Row(("SettingName", "Internet"), ("InitialCongestionWindow", value))).Problem);

    [Fact]
    public void Two_of_the_same_name_are_a_problem() =>
        Assert.Equal(
            "Internet was listed twice",
            Read(
                Row(("SettingName", "Internet"), ("InitialCongestionWindow", 10u)),
                Row(("SettingName", "internet"), ("InitialCongestionWindow", 12u))
            ).Problem
        );

    [Fact]
    public void Nothing_is_a_problem() => Assert.Equal("no template was listed", Read().Problem);

    internal static IReadOnlyDictionary<string, object?> Row(params (string Name, object? Value)[] values) =>
        values.ToDictionary(one => one.Name, one => one.Value, StringComparer.Ordinal);

    private static TemplateReading Read(params IReadOnlyDictionary<string, object?>[] rows) => SettingRows.Read(AccessMethod.Wmi, rows);
}
