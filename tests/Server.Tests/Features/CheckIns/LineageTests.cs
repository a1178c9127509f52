using IwTune.Server.Features.CheckIns;

namespace IwTune.Server.Tests.Features.CheckIns;

public sealed class LineageTests
{
    public static TheoryData<int> Seeds => [.. Enumerable.Range(1, 20)];

    [Theory]
    [MemberData(nameof(Seeds))]
    public void One_machine_is_never_two_whatever_happens_to_it(int seed)
    {
        for (var round = 0; round < 50; round++)
        {
            var random = new Random((seed * 1000) + round);
            // Two servers of one fleet, each with its own memory.
            Lineage[] servers = [new(), new()];
            var machine = new Machine(random, "m", new Disk());
            for (var step = 0; step < 200; step++)
            {
                machine.Act();
                if (random.Next(40) == 0)
                    (servers[random.Next(2)] = new Lineage()).Begin(random.NextInt64(machine.Disk.Reserved + 1));
                foreach (var sighting in machine.Delivered())
                    Assert.IsNotType<LineageFinding.Two>(servers[random.Next(3) == 0 ? 1 : 0].Take(sighting));
            }
        }
    }

    [Theory]
    [MemberData(nameof(Seeds))]
    public void Of_a_copied_disk_the_copy_is_found_within_a_few_check_ins_of_both(int seed)
    {
        for (var round = 0; round < 50; round++)
        {
            var random = new Random((seed * 7919) + round);
            var server = new Lineage();
            var original = new Machine(random, "original", new Disk());
            for (var step = random.Next(1, 60); step > 0; step--)
            {
                original.CheckIn();
                original.Delivered().ForEach(sighting => server.Take(sighting));
            }
            var copy = new Machine(
                random,
                "copy",
                new Disk { Reserved = random.Next(2) == 0 ? original.Disk.Reserved : random.NextInt64(original.Disk.Reserved + 1) }
            );
            LineageFinding.Two? found = null;
            int byOriginal = 0,
                byCopy = 0;
            while (found is null)
            {
                Assert.True(byOriginal <= 7 || byCopy <= 7, $"not found after {byOriginal} check-ins of one and {byCopy} of the other");
                // Neither stops calling while the other continues: that would be one machine.
                var ofCopy = byOriginal - byCopy > 2 || (byCopy - byOriginal <= 2 && random.Next(2) == 0);
                var who = ofCopy ? copy : original;
                who.CheckIn();
                foreach (var sighting in who.Delivered())
                    found ??= server.Take(sighting) as LineageFinding.Two;
                _ = ofCopy ? byCopy++ : byOriginal++;
            }
            Assert.StartsWith("original", found.Older.Boot, StringComparison.Ordinal);
            Assert.StartsWith("copy", found.Younger.Boot, StringComparison.Ordinal);
        }
    }

    [Fact]
    public void The_machine_whose_boot_is_older_keeps_the_identity_also_when_its_agent_was_started_again_meanwhile()
    {
        var server = new Lineage();
        server.Take(Seen("a1", "boot-a", 1));
        server.Take(Seen("b1", "boot-b", 65));
        for (var i = 129; i < 132; i++)
            server.Take(Seen("a2", "boot-a", i));
        LineageFinding last = LineageFinding.Nothing;
        for (var i = 66; i < 69; i++)
            last = server.Take(Seen("b1", "boot-b", i));
        var two = Assert.IsType<LineageFinding.Two>(last);
        Assert.Equal(("a2", "b1"), (two.Older.Id, two.Younger.Id));
    }

    [Fact]
    public void Two_copies_of_a_running_agent_are_told_by_one_number_with_two_nonces()
    {
        var server = new Lineage();
        server.Take(Seen("r", "b", 7, "x"));
        Assert.IsType<LineageFinding.None>(server.Take(Seen("r", "b", 7, "x")));
        Assert.IsType<LineageFinding.Twice>(server.Take(Seen("r", "b", 7, "y")));
    }

    [Fact]
    public void A_machine_that_went_back_is_alone_again_after_a_while()
    {
        var server = new Lineage();
        server.Take(Seen("r1", "b1", 100));
        var findings = Enumerable.Range(65, 20).Select(i => server.Take(Seen("r2", "b2", i))).ToList();
        Assert.Equal(Lineage.LateMost, findings.FindIndex(finding => finding is LineageFinding.WentBack));
        Assert.Equal(Lineage.LateMost + Lineage.Quiet - 1, findings.FindIndex(finding => finding is LineageFinding.Alone));
        Assert.Equal(2, findings.Count(finding => finding is not LineageFinding.None));
    }

    [Fact]
    public void A_memory_snapshot_that_is_resumed_goes_back_within_its_run()
    {
        var server = new Lineage();
        for (var i = 97; i <= 100; i++)
            server.Take(Seen("r", "b", i));
        var findings = Enumerable.Range(50, 10).Select(i => server.Take(Seen("r", "b", i))).ToList();
        Assert.Single(findings, finding => finding is LineageFinding.WentBack);
        Assert.DoesNotContain(findings, finding => finding is LineageFinding.Two or LineageFinding.Twice);
    }

    private static Sighting Seen(string run, string boot, long counter, string? nonce = null) =>
        new(run, boot, counter, nonce, "192.0.2.1", 0);

    private sealed class Disk
    {
        public long Reserved { get; set; }
    }

    /// <summary>
    /// An agent as it behaves in practice: numbers reserved on disk a stride ahead, at most two requests under way, and every possible
    /// fault.
    /// </summary>
    private sealed class Machine(Random random, string name, Disk disk)
    {
        private const int Stride = 64;
        private readonly List<Sighting> _late = [],
            _arrived = [];
        private string _run = $"{name}-{random.NextInt64()}",
            _boot = $"{name}-boot-0";
        private long _next = disk.Reserved + 1;
        private int _boots;

        public Disk Disk => disk;

        public void CheckIn() => _arrived.Add(Say());

        public void Act()
        {
            switch (random.Next(12))
            {
                case 0:
                    Start();
                    break;
                case 1:
                    _boot = $"{name}-boot-{++_boots}";
                    Start();
                    break;
                case 2:
                    disk.Reserved = 0; // The counter file is lost.
                    Start();
                    break;
                case 3:
                    var again = Say();
                    _arrived.AddRange([again, again]);
                    break;
                case 4 when _late.Count < Lineage.LateMost:
                    _late.Add(Say()); // Given up; it may arrive later, or never.
                    break;
                case 5 when _late.Count > 0:
                    var at = random.Next(_late.Count);
                    _arrived.Add(_late[at]);
                    _late.RemoveAt(at);
                    break;
                default:
                    CheckIn();
                    break;
            }
        }

        public List<Sighting> Delivered()
        {
            List<Sighting> all = [.. _arrived];
            _arrived.Clear();
            return all;
        }

        private void Start() => (_run, _next) = ($"{name}-{random.NextInt64()}", disk.Reserved + 1);

        private Sighting Say()
        {
            if (_next > disk.Reserved)
                disk.Reserved = _next + Stride - 1;
            return Seen(_run, _boot, _next++, $"{random.NextInt64()}");
        }
    }
}
