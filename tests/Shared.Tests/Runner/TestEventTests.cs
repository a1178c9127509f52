using IwTune.Runner.Running;

namespace IwTune.Shared.Tests.Runner;

/// <summary>Lines as xunit 3.2.1 writes them with <c>-automated</c>.</summary>
public sealed class TestEventTests
{
    [Fact]
    public void A_test_begins_and_ends_under_one_id()
    {
        Assert.Equal(
            new TestEvent.Started("71c5", "IwTune.X.Tests.It_holds(n: 1)"),
            TestEvent.Read(
                """{"$type":"test-starting","AssemblyUniqueID":"a","TestUniqueID":"71c5","Explicit":false,"StartTime":"2026-11-23T00:00:00Z","TestDisplayName":"IwTune.X.Tests.It_holds(n: 1)","Timeout":0,"Traits":{}}"""
            )
        );
        Assert.Equal(
            new TestEvent.Ended("71c5", Outcome.Passed, ""),
            TestEvent.Read("""{"$type":"test-passed","TestUniqueID":"71c5","ExecutionTime":0.01}""")
        );
        Assert.Equal(
            new TestEvent.Ended("71c5", Outcome.Skipped, "no ip"),
            TestEvent.Read("""{"$type":"test-skipped","TestUniqueID":"71c5","Reason":"no ip"}""")
        );
        Assert.Equal(
            new TestEvent.Discovered(12),
            TestEvent.Read("""{"$type":"discovery-complete","AssemblyUniqueID":"a","TestCasesToRun":12}""")
        );
    }

    [Fact]
    public void A_failure_says_what_was_thrown_and_where()
    {
        var failed = Assert.IsType<TestEvent.Ended>(
            TestEvent.Read(
                """{"$type":"test-failed","TestUniqueID":"71c5","ExceptionParentIndices":[-1],"ExceptionTypes":["Xunit.Sdk.EqualException"],"Messages":["Expected 1"],"StackTraces":["at X.Y()"]}"""
            )
        );
        Assert.Equal((Outcome.Failed, "Xunit.Sdk.EqualException: Expected 1\nat X.Y()"), (failed.Outcome, failed.Detail));
    }

    [Theory]
    [InlineData("error")]
    [InlineData("test-class-cleanup-failure")]
    [InlineData("test-collection-cleanup-failure")]
    public void What_fails_outside_of_a_test_counts(string type) =>
        Assert.Contains(
            "a fixture",
            Assert
                .IsType<TestEvent.Broken>(
                    TestEvent.Read($$"""{"$type":"{{type}}","ExceptionTypes":["T"],"Messages":["a fixture"],"StackTraces":[""]}""")
                )
                .Detail,
            StringComparison.Ordinal
        );

    [Fact]
    public void A_control_character_that_was_not_escaped_does_no_harm() =>
        Assert.Equal(
            "X(text: \"·\")",
            Assert
                .IsType<TestEvent.Started>(
                    TestEvent.Read("{\"$type\":\"test-starting\",\"TestUniqueID\":\"1\",\"TestDisplayName\":\"X(text: \\\"\a\\\")\"}")
                )
                .Name
        );

    [Theory]
    [InlineData("")]
    [InlineData("a line that a test printed")]
    [InlineData("""{"level":"warn"}""")]
    [InlineData("""{"$type":"test-finished","TestUniqueID":"71c5"}""")]
    public void Anything_else_says_nothing(string line) => Assert.Null(TestEvent.Read(line));
}
