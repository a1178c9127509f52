namespace IwTune.EndToEnd.Lab;

/// <summary>Narrow links, short buffers, overflow and lost packets, measured again.</summary>
public sealed class QueueReproductionTests(ReproductionTests.Laboratory laboratory)
    : ReproductionTests(laboratory),
        IClassFixture<ReproductionTests.Laboratory>
{
    public static TheoryData<string> Cells() => ShortForm(ofQueues: true);

    [Theory]
    [MemberData(nameof(Cells))]
    public void A_figure_of_a_source_is_measured_again(string id) => AssertMeasuredAgain(id);
}
