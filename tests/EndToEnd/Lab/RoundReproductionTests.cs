namespace IwTune.EndToEnd.Lab;

/// <summary>Round trips, their times, and what decides their initial window, measured again.</summary>
public sealed class RoundReproductionTests(ReproductionTests.Laboratory laboratory)
    : ReproductionTests(laboratory),
        IClassFixture<ReproductionTests.Laboratory>
{
    public static TheoryData<string> Cells() => ShortForm(ofQueues: false);

    [Theory]
    [MemberData(nameof(Cells))]
    public void A_figure_of_a_source_is_measured_again(string id) => AssertMeasuredAgain(id);
}
