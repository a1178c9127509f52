using IwTune.Agent.Cli.Metrics;

namespace IwTune.Agent.Tests.Cli.Metrics;

public sealed class MetricTextTests
{
    [Fact]
    public void Values_of_labels_are_escaped_and_a_family_without_samples_is_left_out()
    {
        var text = new MetricText();
        text.Gauge("a_seconds", "A.", (MetricText.Labels(("target", "x\"y\\z\n")), 1.5), (MetricText.Labels(("target", "none")), null));
        text.Gauge("b", "B.", ("", null));
        text.Gauge("c", "C.", ("", 3e9));
        Assert.Equal(
            "# HELP a_seconds A.\n# TYPE a_seconds gauge\na_seconds{target=\"x\\\"y\\\\z\\n\"} 1.5\n"
                + "# HELP c C.\n# TYPE c gauge\nc 3000000000\n",
            text.ToString()
        );
    }
}
