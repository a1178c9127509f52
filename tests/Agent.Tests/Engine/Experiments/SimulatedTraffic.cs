using IwTune.Agent.Engine.Experiments;
using IwTune.Shared.Statistics;

namespace IwTune.Agent.Tests.Engine.Experiments;

/// <summary>
/// Connections of an experiment whose losses come in bursts: each peer has another loss rate in each minute, gamma distributed. The ports
/// of a peer follow each other, as Linux picks them.
/// </summary>
internal sealed class SimulatedTraffic
{
    private const int Minutes = 60;
    private const int Draws = 1 << 14;
    private readonly ushort[] _peers = new ushort[Draws];
    private readonly float[] _bursts = new float[Draws];

    /// <param name="peers">How many.</param>
    /// <param name="zipf">True when peer k has a share of connections proportional to 1/k, false for equal shares.</param>
    /// <param name="cv">Coefficient of variation of the loss rate of a peer from minute to minute; 0 for none.</param>
    /// <param name="loss">The mean loss rate of the control arm.</param>
    public SimulatedTraffic(int peers, bool zipf, double cv, double loss)
    {
        (Peers, Loss) = (peers, loss);
        var random = new SeededRandom(77);
        var all = zipf ? Enumerable.Range(1, peers).Sum(peer => 1.0 / peer) : peers;
        var (next, share) = (0, 0.0);
        for (var peer = 0; peer < peers; peer++)
        {
            share += (zipf ? 1.0 / (peer + 1) : 1) / all;
            for (; next < share * Draws && next < Draws; next++)
                _peers[next] = (ushort)peer;
        }
        for (var draw = 0; draw < Draws; draw++)
            _bursts[draw] = (float)(cv == 0 ? 1 : cv * cv * Gamma(random, 1 / (cv * cv)));
    }

    public int Peers { get; }

    public double Loss { get; }

    /// <summary>A run of the experiment.</summary>
    /// <param name="run">Seeds it.</param>
    /// <param name="connections">How many.</param>
    /// <param name="ratio">How many times as often the treatment arm loses its first flight.</param>
    public IEnumerable<ExperimentSample> Run(int run, int connections, double ratio = 1)
    {
        var seed = (ulong)(run + 1) * 0x9E3779B97F4A7C15;
        var random = new SeededRandom(seed);
        var stripes = Striping.Of(random.Next());
        var ports = new int[Peers];
        for (var peer = 0; peer < Peers; peer++)
            ports[peer] = 32768 + random.Below(60999 - 32768 + 1);
        for (var connection = 0; connection < connections; connection++)
        {
            var peer = _peers[random.Below(Draws)];
            ports[peer] = ports[peer] + 2 > 60999 ? ports[peer] + 2 - (60999 - 32768 + 1) : ports[peer] + 2;
            var minute = (int)((long)connection * Minutes / connections);
            var burst = _bursts[(int)(Mixed(seed ^ (ulong)(peer * Minutes + minute)) % Draws)];
            var arm = Striping.ArmOf(stripes, ports[peer])!.Value;
            var lost = random.Share() < Loss * burst * (arm == 1 ? ratio : 1);
            yield return new ExperimentSample
            {
                At = connection * 60_000L * Minutes / connections,
                Arm = arm,
                Peer = peer,
                Lost = lost,
                SentAgain = lost ? 1 : 0,
            };
        }
    }

    /// <summary>A run of a switchback: the loss rate of all peers changes with each pair of blocks.</summary>
    /// <param name="run">Seeds it.</param>
    /// <param name="pairs">Pairs of blocks.</param>
    /// <param name="connections">Connections of a block, on average.</param>
    /// <param name="ratio">How many times as often the treatment arm loses its first flight.</param>
    public IEnumerable<ExperimentSample> Blocks(int run, int pairs, int connections, double ratio = 1)
    {
        var seed = (ulong)(run + 1) * 0x9E3779B97F4A7C15;
        var random = new SeededRandom(seed);
        var blocks = new TimeBlocks(DateTimeOffset.UnixEpoch, TimeBlocks.Least, seed);
        for (var block = 0; block < 2 * pairs; block++)
        {
            var (arm, many) = (blocks.ArmOf(block), connections / 2 + random.Below(connections));
            var loss = Loss * _bursts[random.Below(Draws)] * (arm == 1 ? ratio : 1);
            for (var connection = 0; connection < many; connection++)
            {
                yield return new ExperimentSample
                {
                    At = block,
                    Arm = arm,
                    Block = block,
                    Peer = _peers[random.Below(Draws)],
                    Lost = random.Share() < loss,
                };
            }
        }
    }

    private static ulong Mixed(ulong number)
    {
        number = (number ^ (number >> 30)) * 0xBF58476D1CE4E5B9;
        number = (number ^ (number >> 27)) * 0x94D049BB133111EB;
        return number ^ (number >> 31);
    }

    /// <summary>Marsaglia and Tsang 2000; below 1 by the power of a uniform number.</summary>
    private static double Gamma(SeededRandom random, double shape)
    {
        if (shape < 1)
            return Gamma(random, shape + 1) * Math.Pow(1 - random.Share(), 1 / shape);
        var d = shape - 1.0 / 3;
        while (true)
        {
            var z = random.Normal();
            var v = Math.Pow(1 + z / Math.Sqrt(9 * d), 3);
            if (v > 0 && Math.Log(1 - random.Share()) < 0.5 * z * z + d - d * v + d * Math.Log(v))
                return d * v;
        }
    }
}
