using IwTune.Agent.Engine;

namespace IwTune.Agent.Tests.Engine;

public sealed class EarlierListTests
{
    [Theory]
    [InlineData("abcdef", "abcdef")]
    [InlineData("abcXef", "abcef")] // one is another
    [InlineData("Xabcdef", "abcdef")] // one came
    [InlineData("bdef", "bdef")] // two went
    [InlineData("XYcdefZ", "cdef")]
    public void What_is_there_again_is_found_in_a_list_that_changed_a_little(string later, string found)
    {
        var earlier = new EarlierList<string>([.. "abcdef".Select(letter => $"{letter}")]);
        Assert.Equal(found, string.Concat(later.Select(letter => earlier.Next(letter, (one, sought) => one[0] == sought))));
    }

    [Fact]
    public void An_entry_is_found_only_as_what_it_is_however_much_has_changed()
    {
        var random = new Random(7);
        List<string> list = [.. Enumerable.Range(0, 200).Select(number => $"{number}")];
        for (var round = 0; round < 200; round++)
        {
            var earlier = new EarlierList<string>([.. list]);
            for (var change = 0; change < random.Next(5); change++)
            {
                if (random.Next(2) == 0)
                    list.RemoveAt(random.Next(list.Count));
                else
                    list.Insert(random.Next(list.Count), $"new in {round}");
            }
            var again = 0;
            foreach (var sought in list)
            {
                var one = earlier.Next(sought, (entry, text) => ReferenceEquals(entry, text));
                Assert.True(one is null || ReferenceEquals(one, sought));
                again += one is null ? 0 : 1;
            }
            Assert.InRange(again, list.Count - 5, list.Count);
        }
    }
}
